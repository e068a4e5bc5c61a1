/** Converts issues of valibot into problems. */
import type * as v from 'valibot'
import { boundedParse, type Failed } from './bounded-parse.ts'
import { isObject } from './is-object.ts'
import { nearest, findRelatedNames } from './near-miss.ts'
import { MAX_PROBLEMS, ProblemList } from './problem-list.ts'
import { choiceText, pathText, valueText, type Path, type Problem } from './problems.ts'
import type { KeyedIssue } from './keyed.ts'
import { listChoices, schemasAt, type SchemaNode, type Hop } from './schema-walk.ts'
import { unknownFields, wrongWord, type SchemaContext } from './unknown-fields.ts'
import { bestOption, entriesWithin, fieldOfEach, wordsWithin } from './union-choice.ts'

type Issue = v.BaseIssue<unknown>

/**
 * Problems that parsing with `schema` found: at most `MAX_PROBLEMS`, and a line that counts the rest. All unknown
 * fields are named, each with its near miss (valibot names only the first). A value that fits no option of a union is
 * judged by the nearest option.
 */
export function problemsFrom(failed: Failed, schema: v.GenericSchema): Problem[] {
  return firstProblems(failed, schema, MAX_PROBLEMS)
}

/** The first `max` problems, found as in `problemsFrom`. */
export function firstProblems({ issues, partly = false }: Failed, schema: v.GenericSchema, max: number): Problem[] {
  const found = new ProblemList(max)
  const top = schema as unknown as SchemaNode
  for (const issue of issues) explain({ found, top }, issue, top, [])
  if (partly) found.stop('so large a value is looked at up to its first mistake')
  return withoutFilled(found.toArray())
}

/**
 * Drops problems of a missing or empty object whose fields are elsewhere, and of a missing field that is misspelt,
 * because the problems of those name the right place.
 */
function withoutFilled(problems: readonly Problem[]): Problem[] {
  return problems.filter(
    ({ kind, path }) =>
      (kind !== 'missing' && kind !== 'type') ||
      !problems.some(
        ({ path: other, nearMiss = '' }) =>
          nearMiss.startsWith(`${pathText(path)}.`) || (kind === 'missing' && isSlip(path, other, nearMiss)),
      ),
  )
}

/** True for a field beside the missing one that was meant to be it. */
function isSlip(missing: Path, other: Path, nearMiss: string): boolean {
  return nearMiss === String(missing.at(-1)) && pathText(missing.slice(0, -1)) === pathText(other.slice(0, -1))
}

/** Validates a value. Returns the problems as `problemsFrom` does; empty if it is valid. */
export function problemsIn(schema: v.GenericSchema, value: unknown): Problem[] {
  const result = boundedParse(schema, value)
  return result.success ? [] : problemsFrom(result, schema)
}

/** Explains an issue of a value at `base`, whose schema is `root`. */
function explain({ found, top }: SchemaContext, issue: Issue, root: SchemaNode, base: readonly Hop[]): void {
  if (found.full) {
    found.skip(1)
    return
  }
  const steps: readonly Hop[] = (issue.path ?? []).map(({ key, input }) => ({
    key: key as string | number,
    input,
  }))
  const last = issue.path?.at(-1)
  const full = [...base, ...steps]
  const path = full.map(({ key }) => key)
  const atKey = last !== undefined && 'origin' in last && last.origin === 'key'
  if (issue.type === 'keyed') found.add(wrongWord(top, issue as KeyedIssue, full))
  else if (atKey && issue.expected === 'never')
    unknownFields({ found, top }, schemasAt(root, steps.slice(0, -1)), full.slice(0, -1), last.input, String(last.key))
  else if (atKey && issue.input === undefined) found.add(missing(schemasAt(root, steps)[0], path))
  else if (issue.kind === 'schema') wrongType({ found, top }, issue, schemasAt(root, steps), full)
  else found.add(wrongValue(issue, path))
}

function missing(schema: SchemaNode | undefined, path: Path): Problem {
  const choices = schema ? listChoices(schema) : undefined
  const names = schema?.type === 'union' ? fieldOfEach(schema) : undefined
  const expected = choices
    ? choiceText(choices)
    : names
      ? `an object with one of the fields ${names.join(', ')}`
      : plain(schema?.expects ?? 'a value')
  return { kind: 'missing', path, message: `missing, expected ${expected}`, expected }
}

function wrongType({ found, top }: SchemaContext, issue: Issue, schemas: SchemaNode[], place: readonly Hop[]): void {
  const path = place.map(({ key }) => key)
  const choices = schemas.map(listChoices)
  if (choices.length && !choices.includes(undefined)) {
    found.add(wrongChoice(issue.input, [...new Set(choices.flatMap((list) => list ?? []))], path))
    return
  }
  const union = schemas.find((schema) => schema.options && issue.issues)
  const unclear = union && unclearOption(union, issue.input, path)
  if (unclear) {
    found.add(unclear)
    return
  }
  const best = union && bestOption(union, issue.input)
  if (best) {
    for (const inner of best.issues) explain({ found, top }, inner, best.option, place)
    return
  }
  const words = union === undefined ? [] : wordsWithin(union)
  if (words.length > MAX_WORDS) {
    const isWord = typeof issue.input === 'string'
    found.add(
      isWord
        ? wrongChoice(issue.input, words, path)
        : {
            kind: 'type',
            path,
            message: `expected a word such as ${choiceText(words.slice(0, 2))}, or an object that matches one; got ${valueText(issue.input)}`,
          },
    )
    return
  }
  const expected = plain(issue.expected ?? schemas[0]?.expects ?? 'another value')
  found.add({
    kind: 'type',
    path,
    message: ownMessage(issue) ?? `expected ${expected}, got ${valueText(issue.input)}`,
    expected,
  })
}

/** The problem of an object with the fields of no option, or of two; undefined if the nearest option explains it. */
function unclearOption(union: SchemaNode, input: unknown, path: Path): Problem | undefined {
  const names = fieldOfEach(union)
  if (names === undefined) return undefined
  const expected = `an object with one of the fields ${names.join(', ')}`
  if (!isObject(input))
    return { kind: 'type', path, message: `expected ${expected}, got ${valueText(input)}`, expected }
  const [first, second] = names.filter((name) => Object.hasOwn(input, name))
  if (second !== undefined)
    return {
      kind: 'unknown',
      path: [...path, second],
      message: `cannot be combined with '${first}': give one of them`,
      expected,
    }
  if (first !== undefined || Object.keys(input).some((key) => nearest(key, names) !== undefined)) return undefined
  const stray = Object.keys(input).find((key) => !entriesWithin(union).has(key))
  return stray === undefined
    ? { kind: 'missing', path, message: `missing: one of the fields ${names.join(', ')}`, expected }
    : { kind: 'unknown', path: [...path, stray], message: `unknown field (known: ${names.join(', ')})`, expected }
}

/** Longest list of choices in a message; beyond that the near miss alone helps more. */
const MAX_WORDS = 12

function wrongChoice(input: unknown, choices: readonly unknown[], path: Path): Problem {
  const expected = choiceText(choices)
  const words = choices.filter((choice) => typeof choice === 'string')
  const nearMiss = typeof input === 'string' ? nearest(input, words) : undefined
  const known =
    nearMiss === undefined
      ? ` (${choiceText(typeof input === 'string' ? orAll(findRelatedNames(input, words), choices) : choices)})`
      : ''
  const message =
    choices.length > MAX_WORDS
      ? `not one of the ${choices.length} known values: ${valueText(input)}${known}`
      : `expected ${expected}, got ${valueText(input)}`
  return { kind: 'choice', path, message, expected, ...(nearMiss && { nearMiss }) }
}

function orAll(some: readonly unknown[], all: readonly unknown[]): readonly unknown[] {
  return some.length > 0 ? some : all
}

function wrongValue(issue: Issue, path: Path): Problem {
  const own = ownMessage(issue)
  const expected = issue.expected === null ? undefined : plain(issue.expected)
  const received = issue.received === valueAsReceived(issue.input) ? valueText(issue.input) : issue.received
  const message =
    own ??
    (expected
      ? `expected ${constraint(issue, expected)}, got ${received}`
      : `not a valid ${issue.type.replaceAll('_', ' ')}: ${received}`)
  return { kind: 'value', path, message, ...(expected && { expected }) }
}

/** Custom message of the schema, if any. Valibot's own messages start with `Invalid <what>: `. */
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

/** Rewrites valibot's `(Object | "a" | Object)` as `object or 'a'`. */
function plain(expects: string): string {
  return [...new Set(expects.replace(/[()]/g, '').split(' | '))]
    .join(' or ')
    .replaceAll('"', "'")
    .replace(/\b(Object|Array)\b/g, (word) => word.toLowerCase())
    .replace(/\bDate\b/, 'date')
}
