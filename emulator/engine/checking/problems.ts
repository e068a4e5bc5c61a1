/** What is wrong with a value that came from outside, in words a person can act on. */
import { shortened } from '../../contract/shortened.ts'
import { didYouMean } from './near-miss.ts'

export type Path = readonly (string | number)[]

export interface Place {
  file: string
  /** From 1. */
  line: number
  /** From 1, in UTF-16 units. */
  column: number
}

/** `more`: the line that counts those that are left out. */
export type ProblemKind = 'more' | 'syntax' | 'unknown' | 'missing' | 'type' | 'choice' | 'value' | 'reference'

export interface Problem {
  kind: ProblemKind
  path: Path
  /** Prose without the path and without the near miss: `unknown field`, `expected string, got number 42`. */
  message: string
  /** What would have been right: `string`, `'public' or 'private'`. */
  expected?: string
  /** The known word that was probably meant. */
  nearMiss?: string
  /** Where it stands, for values read from a file. */
  at?: Place
  /** The record that holds a value which only one may hold. */
  holder?: { readonly table: string; readonly field: string; readonly value: string }
}

/** One line: `fixtures/x.yaml:12:7 orgs[3].visibilty: unknown field, did you mean 'visibility'?` */
export function describe(problem: Problem): string {
  const place = problem.at ? `${problem.at.file}:${problem.at.line}:${problem.at.column} ` : ''
  const path = pathText(problem.path)
  const nearMiss = problem.nearMiss === undefined ? '' : `, did you mean '${problem.nearMiss}'?`
  return `${place}${path ? `${path}: ` : ''}${shortened(problem.message)}${nearMiss}`
}

/** `orgs[3].visibility`; keys that are no plain names are quoted: `params["GET /x"]`. */
export function pathText(path: Path): string {
  let text = ''
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`
    else if (/^[A-Za-z_$][\w$-]{0,99}$/.test(step)) text += text ? `.${step}` : step
    else text += `[${quote(step)}]`
  }
  return text
}

/** A value in a message: its type and, where it is short, itself. `number 42`, `"abc"`, `an array`, `null`. */
export function valueText(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : 'an array'
  if (value instanceof Promise) return 'a promise (is an `await` missing?)'
  if (typeof value === 'object') return 'an object'
  if (typeof value === 'string') return `string ${quote(value)}`
  return `${typeof value} ${String(value)}`
}

/** `'a', 'b' or 'c'`; long lists are cut after twelve. */
export function choiceText(choices: readonly unknown[]): string {
  const texts = choices.slice(0, 12).map((choice) => (typeof choice === 'string' ? `'${choice}'` : String(choice)))
  if (choices.length > 12) return `${texts.join(', ')} and ${choices.length - 12} more`
  const last = texts.pop() ?? ''
  return texts.length ? `${texts.join(', ')} or ${last}` : last
}

/** By position in the file; problems without a place keep their order at the front, and what counts the others comes last. */
export function sortProblems(problems: readonly Problem[]): Problem[] {
  return problems.toSorted((a, b) => {
    if (a.kind === 'more' || b.kind === 'more') return (a.kind === 'more' ? 1 : 0) - (b.kind === 'more' ? 1 : 0)
    if (!a.at || !b.at) return (a.at ? 1 : 0) - (b.at ? 1 : 0)
    if (a.at.file !== b.at.file) return a.at.file < b.at.file ? -1 : 1
    return a.at.line - b.at.line || a.at.column - b.at.column
  })
}

/** All problems, one line each, in file order. */
export function describeAll(problems: readonly Problem[]): string {
  return sortProblems(problems).map(describe).join('\n')
}

/** A name that is in no list: `unknown fixture 'startr', did you mean 'starter'?` */
export function unknownName(kind: string, name: string, known: Iterable<string>): string {
  return `unknown ${kind} '${name}'${didYouMean(name, known)}`
}

function quote(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}...` : text)
}
