/** Compares what came with what a step expects, and says where they differ. */
import { isUuid } from '../contract/uuid.ts'
import { Extra } from '../diagnostics/extra.ts'
import { isObject } from '../diagnostics/is-object.ts'
import { nearest } from '../diagnostics/near-miss.ts'
import { ProblemList } from '../diagnostics/problem-list.ts'
import { choiceText, type Path, type Problem } from '../diagnostics/problems.ts'
import type * as pattern from './pattern.ts'

/** Reads regular expressions. */
export const patterns = new Extra<Pick<typeof pattern, 'patternProblem' | 'readPattern'>>('the matcher `matches`')

export interface Difference {
  path: Path
  /** Prose: `"ready"`, `a uuid`, `3 items`. */
  expected: string
  actual: string
}

/**
 * How `actual` differs from `expected`; empty when it matches. Objects match partially: only the fields named count.
 * Lists match item by item and in length. An object made of matcher words alone is a matcher.
 */
export function differences(expected: unknown, actual: unknown, path: Path = []): Difference[] {
  if (isMatcher(expected)) return (Object.keys(expected) as Word[]).flatMap((word) => matchers[word](expected[word], actual, path))
  if (Array.isArray(expected)) return compareLists(expected, actual, path, differences)
  if (!isObject(expected)) return Object.is(expected, actual) ? [] : [differs(path, textOf(expected), actual)]
  if (!isObject(actual)) return [differs(path, 'an object', actual)]
  return Object.keys(expected).flatMap((key) => differences(expected[key], own(actual, key), [...path, key]))
}

export const kinds = {
  uuid: ['a UUID', (value: unknown) => typeof value === 'string' && isUuid(value)],
  string: ['a string', (value: unknown) => typeof value === 'string'],
  integer: ['an integer', (value: unknown) => Number.isInteger(value)],
  number: ['a number', (value: unknown) => typeof value === 'number'],
  boolean: ['a boolean', (value: unknown) => typeof value === 'boolean'],
  object: ['an object', (value: unknown) => isObject(value)],
  array: ['a list', (value: unknown) => Array.isArray(value)],
  iso8601: ['an ISO 8601 UTC time', (value: unknown) => isTime(value)],
  null: ['null', (value: unknown) => value === null],
  absent: ['nothing', (value: unknown) => value === undefined],
  present: ['a value', (value: unknown) => value !== undefined],
} as const satisfies Record<string, readonly [string, (value: unknown) => boolean]>

type Kind = keyof typeof kinds

/** The argument of each is checked when a scenario is loaded (`matcherProblems`). */
const matchers = {
  exactly: (argument: unknown, actual: unknown, path: Path) => exactDifferences(argument, actual, path),
  only: (argument: unknown, actual: unknown, path: Path) => onlyDifferences(argument, actual, path),
  is(argument: unknown, actual: unknown, path: Path) {
    const [text, test] = kinds[argument as Kind]
    return test(actual) ? [] : [differs(path, text, actual)]
  },
  matches(argument: unknown, actual: unknown, path: Path) {
    const fits = typeof actual === 'string' && patterns.need().readPattern(String(argument)).test(actual)
    if (fits === undefined) return [differs(path, `text matching /${String(argument)}/, which takes too long for this text`, actual)]
    return fits ? [] : [differs(path, `text matching /${String(argument)}/`, actual)]
  },
  length(argument: unknown, actual: unknown, path: Path) {
    if (typeof actual !== 'string' && !Array.isArray(actual)) return [differs(path, 'a list or text', actual)]
    if (typeof argument !== 'number') return differences(argument, actual.length, [...path, 'length'])
    return actual.length === argument ? [] : [{ path, expected: `a length of ${argument}`, actual: `${actual.length}` }]
  },
  contains(argument: unknown, actual: unknown, path: Path) {
    if (typeof actual === 'string') return actual.includes(String(argument)) ? [] : [differs(path, `text with ${textOf(argument)}`, actual)]
    if (!Array.isArray(actual)) return [differs(path, `a list with ${textOf(argument)}`, actual)]
    const found = actual.some((item) => differences(argument, item).length === 0)
    return found ? [] : [differs(path, `a list with ${textOf(argument)}`, actual)]
  },
  at_least(argument: unknown, actual: unknown, path: Path) {
    return typeof actual === 'number' && actual >= Number(argument) ? [] : [differs(path, `at least ${String(argument)}`, actual)]
  },
  at_most(argument: unknown, actual: unknown, path: Path) {
    return typeof actual === 'number' && actual <= Number(argument) ? [] : [differs(path, `at most ${String(argument)}`, actual)]
  },
}

type Word = keyof typeof matchers
export const words = Object.keys(matchers) as Word[]

/** What is wrong with the matchers inside an expected value; no more than are shown are looked into. Paths start at the value. */
export function matcherProblems(expected: unknown, path: Path = []): Problem[] {
  const found = new ProblemList()
  collectProblems(found, expected, path)
  return found.toArray()
}

function collectProblems(found: ProblemList, expected: unknown, path: Path): void {
  if (typeof expected !== 'object' || expected === null) return
  const check = isMatcher(expected) ? checkArgument : collectProblems
  for (const [key, value] of Array.isArray(expected) ? expected.entries() : Object.entries(expected)) {
    if (found.full) return found.stop()
    // Values cost no path.
    if (check === checkArgument || typeof value === 'object') check(found, value, [...path, key])
  }
}

/** The last step of the path is the word. */
function checkArgument(found: ProblemList, argument: unknown, path: Path): void {
  found.addEach(argumentProblems(path.at(-1) as Word, argument, path), (problem) => problem)
}

function argumentProblems(word: Word, argument: unknown, path: Path): Problem[] {
  const wrong = (expected: string, nearMiss?: string): Problem[] => (
    [{ kind: 'value', path, message: `expected ${expected}, got ${textOf(argument)}`, expected, ...(nearMiss && { nearMiss }) }]
  )
  if (word === 'exactly') return literalProblems(argument, path)
  if (word === 'contains' || word === 'only') return matcherProblems(argument, path)
  if (word === 'is') {
    const names = Object.keys(kinds)
    return names.includes(String(argument)) ? [] : wrong(choiceText(names), nearest(String(argument), names))
  }
  if (word === 'matches') {
    const message = patterns.need().patternProblem(argument)
    return message === undefined ? [] : [{ kind: 'value', path, message: `expected a regular expression, got ${textOf(argument)}: ${message}`, expected: 'a regular expression' }]
  }
  if (word === 'length' && isMatcher(argument)) return matcherProblems(argument, path)
  return typeof argument === 'number' ? [] : wrong('a number')
}

/** Inside `exactly` everything is a value. One that names a kind was meant otherwise. */
function literalProblems(value: unknown, path: Path): Problem[] {
  if (typeof value !== 'object' || value === null) return []
  const { is, ...others } = value as { is?: unknown }
  if (typeof is === 'string' && Object.hasOwn(kinds, is) && Object.keys(others).length === 0) {
    return [{ kind: 'value', path, message: `inside 'exactly' this is a value and no matcher; 'only' takes matchers`, nearMiss: 'only' }]
  }
  return Object.entries(value).flatMap(([key, inner]) => literalProblems(inner, [...path, Array.isArray(value) ? Number(key) : key]))
}

export function isMatcher(value: unknown): value is Partial<Record<Word, unknown>> {
  if (!isObject(value)) return false
  const keys = Object.keys(value)
  return keys.length > 0 && keys.every((key) => words.includes(key as Word))
}

function onlyDifferences(expected: unknown, actual: unknown, path: Path): Difference[] {
  return isMatcher(expected) ? differences(expected, actual, path) : exactDifferences(expected, actual, path, onlyDifferences)
}

function exactDifferences(expected: unknown, actual: unknown, path: Path, compare: Compare = exactDifferences): Difference[] {
  if (Array.isArray(expected)) return compareLists(expected, actual, path, compare)
  if (!isObject(expected)) return Object.is(expected, actual) ? [] : [differs(path, textOf(expected), actual)]
  if (!isObject(actual)) return [differs(path, 'an object', actual)]
  const named = Object.entries(expected).flatMap(([key, value]) => compare(value, own(actual, key), [...path, key]))
  const extra = Object.keys(actual).filter((key) => !Object.hasOwn(expected, key))
  return [...named, ...extra.map((key) => differs([...path, key], 'nothing', actual[key]))]
}

type Compare = (expected: unknown, actual: unknown, path: Path) => Difference[]

function compareLists(expected: unknown[], actual: unknown, path: Path, compare: Compare): Difference[] {
  if (!Array.isArray(actual)) return [differs(path, `a list of ${expected.length}`, actual)]
  const count: Difference[] = actual.length === expected.length
    ? [] : [{ path, expected: `a list of ${expected.length}`, actual: `a list of ${actual.length}` }]
  return [...count, ...expected.slice(0, actual.length).flatMap((item, index) => compare(item, actual[index], [...path, index]))]
}

function differs(path: Path, expected: string, actual: unknown): Difference {
  return { path, expected, actual: textOf(actual) }
}

/** A value as JSON, cut after 120 characters. */
export function textOf(value: unknown): string {
  if (value === undefined) return 'nothing'
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 120 ? `${text.slice(0, 117)}...` : text
}

function isTime(value: unknown): boolean {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(value) && !Number.isNaN(Date.parse(value))
}

function own(value: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined
}
