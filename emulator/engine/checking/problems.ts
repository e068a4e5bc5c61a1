/** Problems of outside input, in words that a person can act on. */
import { shortened } from '../../contract/shortened.ts'
import { didYouMean, nearest } from './near-miss.ts'

export type Path = readonly (string | number)[]

export interface Place {
  file: string
  /** Counted from 1. */
  line: number
  /** Counted from 1, in UTF-16 units. */
  column: number
}

/** `more` is the line that counts problems left out. */
type ProblemKind = 'more' | 'syntax' | 'unknown' | 'missing' | 'type' | 'choice' | 'value' | 'reference'

export interface Problem {
  kind: ProblemKind
  path: Path
  /** Message without the path and without the near miss: `unknown field`, `expected string, got number 42`. */
  message: string
  /** The expected value: `string`, `'public' or 'private'`. */
  expected?: string
  /** Known word that was probably meant. */
  nearMiss?: string
  /** Place in the file that the value was read from. */
  at?: Place
  /** Record that already holds a unique value. */
  holder?: { readonly table: string; readonly field: string; readonly value: string }
}

/** The problem with the candidate that `word` was probably meant to be, if one is near. */
export function withNearMiss(problem: Problem, word: string, candidates: Iterable<string>): Problem {
  const nearMiss = nearest(word, candidates)
  return nearMiss === undefined ? problem : { ...problem, nearMiss }
}

/**
 * Formats a problem in one line: `fixtures/x.yaml:12:7 orgs[3].visibilty: unknown field, did you mean 'visibility'?`
 */
export function describe(problem: Problem): string {
  const place = problem.at ? `${problem.at.file}:${problem.at.line}:${problem.at.column} ` : ''
  const path = pathText(problem.path)
  const nearMiss = problem.nearMiss === undefined ? '' : `, did you mean '${problem.nearMiss}'?`
  return `${place}${path ? `${path}: ` : ''}${shortened(problem.message)}${nearMiss}`
}

/** Formats a path: `orgs[3].visibility`. Keys that are not plain names are quoted: `params["GET /x"]`. */
export function pathText(path: Path): string {
  let text = ''
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`
    else if (/^[A-Za-z_$][\w$-]{0,99}$/.test(step)) text += text ? `.${step}` : step
    else text += `[${quote(step)}]`
  }
  return text
}

/** Formats a value for a message, by its type and, if short, its content: `number 42`, `"abc"`, `an array`, `null`. */
export function valueText(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : 'an array'
  if (value instanceof Promise) return 'a promise (is an `await` missing?)'
  if (typeof value === 'object') return 'an object'
  if (typeof value === 'string') return `string ${quote(value)}`
  return `${typeof value} ${String(value)}`
}

/** Formats choices: `'a', 'b' or 'c'`. Lists are cut after twelve. */
export function choiceText(choices: readonly unknown[]): string {
  const texts = choices.slice(0, 12).map((choice) => (typeof choice === 'string' ? `'${choice}'` : String(choice)))
  if (choices.length > 12) return `${texts.join(', ')} and ${choices.length - 12} more`
  const last = texts.pop() ?? ''
  return texts.length ? `${texts.join(', ')} or ${last}` : last
}

/** Sorts by position in the file. Problems without a place come first, counting lines last. */
export function sortProblems(problems: readonly Problem[]): Problem[] {
  return problems.toSorted((a, b) => {
    if (a.kind === 'more' || b.kind === 'more') return (a.kind === 'more' ? 1 : 0) - (b.kind === 'more' ? 1 : 0)
    if (!a.at || !b.at) return (a.at ? 1 : 0) - (b.at ? 1 : 0)
    if (a.at.file !== b.at.file) return a.at.file < b.at.file ? -1 : 1
    return a.at.line - b.at.line || a.at.column - b.at.column
  })
}

/** Formats all problems in file order, one per line. */
export function describeAll(problems: readonly Problem[]): string {
  return sortProblems(problems).map(describe).join('\n')
}

/** Message for an unknown name: `unknown fixture 'startr', did you mean 'starter'?` */
export function unknownName(kind: string, name: string, known: Iterable<string>): string {
  return `unknown ${kind} '${name}'${didYouMean(name, known)}`
}

function quote(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}...` : text)
}
