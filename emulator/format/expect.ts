/** Compares what came with what a step expects, and says where they differ. */
import { isUuid } from '../contract/uuid.ts'
import { Extra } from '../diagnostics/extra.ts'
import { isObject } from '../diagnostics/is-object.ts'
import type { Path } from '../diagnostics/problems.ts'
import { CHARACTERS, Effort, MAX_OWN_EFFORT, PATTERN, PATTERN_CHARACTER, PATTERN_INSTRUCTION, TooMuchEffort, VALUE } from './effort.ts'
import { holdsText } from './holds-text.ts'
import type * as pattern from './pattern.ts'
import { unpaired } from './unpaired.ts'

/** Reads regular expressions. */
export const patterns = new Extra<Pick<typeof pattern, 'patternProblem' | 'readPattern'>>('the matcher `matches`')

export interface Difference {
  path: Path
  /** Prose: `"ready"`, `a uuid`, `3 items`. */
  expected: string
  actual: string
}

/** One comparison. */
interface Comparing {
  readonly effort: Effort
  /** Only whether there is a difference is asked: texts are not made. */
  readonly silent: boolean
  /** Patterns that were read, by their source: one may be compared with every item of a list. */
  readonly read: Map<string, pattern.Pattern>
}

/**
 * How `actual` differs from `expected`; empty when it matches. Objects match partially: only the fields named count.
 * Lists match item by item and in length. An object made of matcher words alone is a matcher.
 * With `effort`, throws `TooMuchEffort` where telling would take more steps than there are; without, that is a difference.
 */
export function differences(expected: unknown, actual: unknown, path: Path = [], effort?: Effort): Difference[] {
  if (effort !== undefined) return compare(comparing(effort, false), expected, actual, path)
  try {
    return differences(expected, actual, path, new Effort(MAX_OWN_EFFORT))
  } catch (error) {
    if (!(error instanceof TooMuchEffort)) throw error
    return [{ path, expected: 'what can be told in a few seconds', actual: textOf(actual) }]
  }
}

function comparing(effort: Effort, silent: boolean): Comparing {
  return { effort, silent, read: new Map() }
}

/** Whether there is no difference. */
export function matches(expected: unknown, actual: unknown, effort: Effort): boolean {
  return compare(comparing(effort, true), expected, actual, []).length === 0
}

function compare(comparing: Comparing, expected: unknown, actual: unknown, path: Path): Difference[] {
  comparing.effort.spend(VALUE)
  if (isMatcher(expected)) return (Object.keys(expected) as Word[]).flatMap((word) => matchers[word](comparing, expected[word], actual, path))
  if (Array.isArray(expected)) return compareLists(comparing, expected, actual, path, compare)
  if (!isObject(expected)) return Object.is(expected, actual) ? [] : [differs(comparing, path, () => textOf(expected), actual)]
  if (!isObject(actual)) return [differs(comparing, path, () => 'an object', actual)]
  return Object.keys(expected).flatMap((key) => compare(comparing, expected[key], own(actual, key), at(comparing, path, key)))
}

/** Nobody reads the path of a difference without words. */
function at({ silent }: Comparing, path: Path, key: string | number): Path {
  return silent ? path : [...path, key]
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
  exactly: (comparing: Comparing, argument: unknown, actual: unknown, path: Path) => exactDifferences(comparing, argument, actual, path),
  only: (comparing: Comparing, argument: unknown, actual: unknown, path: Path) => onlyDifferences(comparing, argument, actual, path),
  is(comparing: Comparing, argument: unknown, actual: unknown, path: Path) {
    const [text, test] = kinds[argument as Kind]
    return test(actual) ? [] : [differs(comparing, path, () => text, actual)]
  },
  matches(comparing: Comparing, argument: unknown, actual: unknown, path: Path) {
    const fits = typeof actual === 'string' && isMatch(comparing, String(argument), actual)
    return fits ? [] : [differs(comparing, path, () => `text matching /${String(argument)}/`, actual)]
  },
  length(comparing: Comparing, argument: unknown, actual: unknown, path: Path) {
    if (typeof actual !== 'string' && !Array.isArray(actual)) return [differs(comparing, path, () => 'a list or text', actual)]
    if (typeof argument !== 'number') return compare(comparing, argument, actual.length, at(comparing, path, 'length'))
    return actual.length === argument ? [] : [{ path, expected: `a length of ${argument}`, actual: `${actual.length}` }]
  },
  contains(comparing: Comparing, argument: unknown, actual: unknown, path: Path) {
    if (typeof actual === 'string') return isPart(comparing.effort, String(argument), actual) ? [] : [differs(comparing, path, () => `text with ${textOf(argument)}`, actual)]
    const found = Array.isArray(actual) && actual.some((item) => compare({ ...comparing, silent: true }, argument, item, path).length === 0)
    return found ? [] : [differs(comparing, path, () => `a list with ${textOf(argument)}`, actual)]
  },
  unordered(comparing: Comparing, argument: unknown, actual: unknown, path: Path) {
    const items = argument as unknown[]
    if (!Array.isArray(actual) || actual.length !== items.length) return [differs(comparing, path, () => `a list of ${items.length}`, actual)]
    const left = unpaired(comparing.effort, items, actual as unknown[], (item, other) => compare({ ...comparing, silent: true }, item, other, path).length === 0)
    return Array.from(left, (item) => differs(comparing, path, () => `a list with ${textOf(item)}`, actual))
  },
  not(comparing: Comparing, argument: unknown, actual: unknown, path: Path) {
    const isSame = compare({ ...comparing, silent: true }, argument, actual, path).length === 0
    return isSame ? [differs(comparing, path, () => `anything but ${textOf(argument)}`, actual)] : []
  },
  at_least(comparing: Comparing, argument: unknown, actual: unknown, path: Path) {
    return typeof actual === 'number' && actual >= Number(argument) ? [] : [differs(comparing, path, () => `at least ${String(argument)}`, actual)]
  },
  at_most(comparing: Comparing, argument: unknown, actual: unknown, path: Path) {
    return typeof actual === 'number' && actual <= Number(argument) ? [] : [differs(comparing, path, () => `at most ${String(argument)}`, actual)]
  },
}

function isPart(effort: Effort, part: string, text: string): boolean {
  effort.spend(Math.ceil(text.length / CHARACTERS))
  return holdsText(text, part)
}

function isMatch({ effort, read }: Comparing, source: string, text: string): boolean {
  let pattern = read.get(source)
  if (pattern === undefined) {
    effort.spend(PATTERN + source.length * PATTERN_CHARACTER)
    read.set(source, (pattern = patterns.need().readPattern(source)))
    effort.spend(pattern.size * PATTERN_INSTRUCTION)
  }
  return pattern.test(text, effort)
}

export type Word = keyof typeof matchers
export const words = Object.keys(matchers) as Word[]

export function isMatcher(value: unknown): value is Partial<Record<Word, unknown>> {
  if (!isObject(value)) return false
  const keys = Object.keys(value)
  return keys.length > 0 && keys.every((key) => words.includes(key as Word))
}

function onlyDifferences(comparing: Comparing, expected: unknown, actual: unknown, path: Path): Difference[] {
  return isMatcher(expected) ? compare(comparing, expected, actual, path) : exactDifferences(comparing, expected, actual, path, onlyDifferences)
}

function exactDifferences(comparing: Comparing, expected: unknown, actual: unknown, path: Path, compareInner: Compare = exactDifferences): Difference[] {
  comparing.effort.spend(VALUE)
  if (Array.isArray(expected)) return compareLists(comparing, expected, actual, path, compareInner)
  if (!isObject(expected)) return Object.is(expected, actual) ? [] : [differs(comparing, path, () => textOf(expected), actual)]
  if (!isObject(actual)) return [differs(comparing, path, () => 'an object', actual)]
  const named = Object.entries(expected).flatMap(([key, value]) => compareInner(comparing, value, own(actual, key), at(comparing, path, key)))
  const extra = Object.keys(actual).filter((key) => !Object.hasOwn(expected, key))
  comparing.effort.spend(extra.length * VALUE)
  return [...named, ...extra.map((key) => differs(comparing, at(comparing, path, key), () => 'nothing', actual[key]))]
}

type Compare = (comparing: Comparing, expected: unknown, actual: unknown, path: Path) => Difference[]

function compareLists(comparing: Comparing, expected: unknown[], actual: unknown, path: Path, compareInner: Compare): Difference[] {
  if (!Array.isArray(actual)) return [differs(comparing, path, () => `a list of ${expected.length}`, actual)]
  const count: Difference[] = actual.length === expected.length
    ? [] : [{ path, expected: `a list of ${expected.length}`, actual: `a list of ${actual.length}` }]
  return [...count, ...expected.slice(0, actual.length).flatMap((item, index) => compareInner(comparing, item, actual[index], at(comparing, path, index)))]
}

const withoutWords: Difference = { path: [], expected: '', actual: '' }

function differs({ silent }: Comparing, path: Path, expected: () => string, actual: unknown): Difference {
  return silent ? withoutWords : { path, expected: expected(), actual: textOf(actual) }
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
