/** Valibot's issues as problems. Only run once something is wrong, so it may take its time to be precise. */
import * as v from 'valibot'
import { nearest } from './near-miss.ts'
import { choiceText, valueText, type Path, type Problem } from './problems.ts'
import type { KeyedIssue } from './keyed.ts'
import { choicesOf, fieldsOf, schemasAt, type SchemaNode } from './schema-walk.ts'
import { bestOption } from './union-choice.ts'

type Issue = v.BaseIssue<unknown>

/** No reader acts on more; the rest are counted in one last line. */
const MAX_KEPT = 100

/**
 * The problems behind `issues`, which parsing with `schema` gave. Unknown fields are all named (valibot names the
 * first of an object), with the near miss; a value that fits no option of a union is judged by the option it is nearest to.
 */
export function problemsFrom(issues: readonly Issue[], schema: v.GenericSchema): Problem[] {
  const problems = issues.slice(0, MAX_KEPT).flatMap((issue) => explain(issue, schema as unknown as SchemaNode, []))
  const more = issues.length - MAX_KEPT
  if (more > 0) problems.push({ kind: 'value', path: [], message: `and ${more} more problems like these` })
  return problems
}

/** Everything wrong with `value`; empty when it fits. */
export function problemsIn(schema: v.GenericSchema, value: unknown): Problem[] {
  const result = v.safeParse(schema, value)
  return result.success ? [] : problemsFrom(result.issues, schema)
}

function explain(issue: Issue, root: SchemaNode, base: Path): Problem[] {
  const steps = issue.path ?? []
  const path = steps.map((step) => step.key as string | number)
  const last = steps.at(-1)
  const full = [...base, ...path]
  if (issue.type === 'keyed') return [wrongWord(issue as KeyedIssue, full)]
  if (last && 'origin' in last && last.origin === 'key' && issue.expected === 'never') {
    return unknownFields(schemasAt(root, path.slice(0, -1)), last.input, full.slice(0, -1), String(last.key))
  }
  if (last && 'origin' in last && last.origin === 'key' && issue.input === undefined) {
    return [missing(schemasAt(root, path)[0], full)]
  }
  const schemas = schemasAt(root, path)
  if (issue.kind === 'schema') return wrongType(issue, schemas, full)
  return [wrongValue(issue, full)]
}

function unknownFields(parents: SchemaNode[], input: unknown, path: Path, first: string): Problem[] {
  const known = parents.flatMap((parent) => fieldsOf(parent, input))
  const given = Object.keys((input ?? {}) as object)
  const unknown = known.length ? given.filter((key) => !known.includes(key)) : [first]
  return unknown.map((key) => {
    const nearMiss = nearest(key, known.filter((name) => !given.includes(name)))
    const hint = nearMiss === undefined && known.length ? ` (known: ${known.slice(0, 20).join(', ')})` : ''
    return { kind: 'unknown', path: [...path, key], message: `unknown field${hint}`, ...(nearMiss && { nearMiss }) }
  })
}

/** All words are named: who does not know one of them needs the list. */
function wrongWord({ input, noun, words, given, fields }: KeyedIssue, path: Path): Problem {
  const [first, second] = given
  if (second !== undefined) return { kind: 'unknown', path: [...path, second], message: `a second ${noun} beside '${first}': each is an item of its own` }
  const unknown = Object.keys(input as object).filter((name) => !fields.includes(name))
  const slip = unknown.find((name) => nearest(name, words) !== undefined) ?? unknown[0]
  const expected = `one of ${words.join(', ')}`
  if (slip === undefined) return { kind: 'missing', path, message: `names no ${noun}, expected ${expected}`, expected }
  const nearMiss = nearest(slip, words)
  return { kind: 'unknown', path: [...path, slip], message: `no such ${noun} (known: ${words.join(', ')})`, expected, ...(nearMiss && { nearMiss }) }
}

function missing(schema: SchemaNode | undefined, path: Path): Problem {
  const choices = schema ? choicesOf(schema) : undefined
  const expected = choices ? choiceText(choices) : plain(schema?.expects ?? 'a value')
  return { kind: 'missing', path, message: `missing, expected ${expected}`, expected }
}

function wrongType(issue: Issue, schemas: SchemaNode[], path: Path): Problem[] {
  const choices = schemas.map(choicesOf)
  if (choices.length && !choices.includes(undefined)) return [wrongChoice(issue.input, choices.flatMap((list) => list ?? []), path)]
  const union = schemas.find((schema) => schema.options && issue.issues)
  if (union) {
    const best = bestOption(union, issue.input)
    if (best) return best.issues.slice(0, MAX_KEPT).flatMap((inner) => explain(inner, best.option, path))
  }
  const own = ownMessage(issue)
  const expected = plain(issue.expected ?? schemas[0]?.expects ?? 'another value')
  return [{ kind: 'type', path, message: own ?? `expected ${expected}, got ${valueText(issue.input)}`, expected }]
}

function wrongChoice(input: unknown, choices: readonly unknown[], path: Path): Problem {
  const expected = choiceText(choices)
  const words = choices.filter((choice) => typeof choice === 'string')
  const nearMiss = typeof input === 'string' ? nearest(input, words) : undefined
  // A list too long to read helps less than the near miss alone.
  const message = choices.length > 12 ? `not one of the ${choices.length} known values: ${valueText(input)}` : `expected ${expected}, got ${valueText(input)}`
  return { kind: 'choice', path, message, expected, ...(nearMiss && { nearMiss }) }
}

function wrongValue(issue: Issue, path: Path): Problem {
  const own = ownMessage(issue)
  const expected = issue.expected === null ? undefined : plain(issue.expected)
  const received = issue.received === valueAsReceived(issue.input) ? valueText(issue.input) : issue.received
  const message = own ?? (expected ? `expected ${constraint(issue, expected)}, got ${received}` : `not a valid ${issue.type.replaceAll('_', ' ')}: ${received}`)
  return { kind: 'value', path, message, ...(expected && { expected }) }
}

/** The message of the schema's author, where there is one. Valibot's own all start with `Invalid <what>: `. */
function ownMessage(issue: Issue): string | undefined {
  return /^Invalid [^:]+: /.test(issue.message) ? undefined : issue.message
}

function constraint(issue: Issue, expected: string): string {
  const subject = /length|non_empty/.test(issue.type) ? 'a length of ' : ''
  if (issue.type === 'non_empty') return 'at least one item or character'
  return `${subject}${expected.replace(/^>=/, 'at least ').replace(/^<=/, 'at most ')}`
}

function valueAsReceived(input: unknown): string {
  return typeof input === 'string' ? `"${input}"` : String(input)
}

/** Valibot writes `(Object | "a")`; people read `object or 'a'`. */
function plain(expects: string): string {
  return expects.replace(/[()]/g, '').replaceAll(' | ', ' or ').replaceAll('"', "'")
    .replace(/\b(Object|Array)\b/g, (word) => word.toLowerCase()).replace(/\bDate\b/, 'date')
}
