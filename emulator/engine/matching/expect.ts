/** Compares an actual value with an expected one. */
import { isObject } from '../checking/is-object.ts'
import type { Path } from '../checking/problems.ts'
import { kinds, meantWord, words, type ValueKind, type Word } from './matcher-words.ts'
import { unmatchedItems } from './unmatched-items.ts'

export interface Difference {
  path: Path
  /** Prose: `"ready"`, `a uuid`, `3 items`. */
  expected: string
  actual: string
}

/**
 * Differences of `actual` from `expected`; empty if it matches. Objects match partially: only named fields are
 * compared. Lists match in length and item by item. An object whose keys are all matcher words is a matcher.
 */
export function differences(expected: unknown, actual: unknown, path: Path = []): Difference[] {
  return compare(false, expected, actual, path)
}

/** True if there is no difference. */
export function matches(expected: unknown, actual: unknown): boolean {
  return compare(true, expected, actual, []).length === 0
}

/** Compares values. `silent` skips paths and texts when only the existence of a difference matters. */
function compare(silent: boolean, expected: unknown, actual: unknown, path: Path): Difference[] {
  if (isMatcher(expected))
    return (Object.keys(expected) as Word[]).flatMap((word) => matchers[word](silent, expected[word], actual, path))
  if (Array.isArray(expected)) return compareLists(silent, expected, actual, path, compare)
  if (!isObject(expected))
    return Object.is(expected, actual) ? [] : [differs(silent, path, () => formatJson(expected), actual)]
  if (!isObject(actual)) return [differs(silent, path, () => `an object${meantMatcher(expected)}`, actual)]
  return Object.keys(expected).flatMap((key) => compare(silent, expected[key], own(actual, key), at(silent, path, key)))
}

function meantMatcher(expected: object): string {
  const slips = slippedWords(expected)
  if (slips === undefined) return ''
  const pairs = Object.entries(slips).map(([key, word]) => `'${word}' instead of '${key}'`)
  return ` (was the matcher ${pairs.join(', ')} meant?)`
}

/**
 * The matcher that each key was meant to be, in an object whose keys are all matchers or slips of them; undefined for
 * other objects.
 */
export function slippedWords(value: object): Readonly<Record<string, Word>> | undefined {
  const slips: Record<string, Word> = {}
  const keys = Object.keys(value)
  if (keys.length > words.length) return undefined
  for (const key of keys) {
    const word = meantWord(key)
    if (word !== undefined) slips[key] = word
    else if (!isWord(key)) return undefined
  }
  return Object.keys(slips).length > 0 ? slips : undefined
}

function at(silent: boolean, path: Path, key: string | number): Path {
  return silent ? path : [...path, key]
}

export function isMatcher(value: unknown): value is Partial<Record<Word, unknown>> {
  if (!isObject(value)) return false
  const keys = Object.keys(value)
  return keys.length > 0 && keys.every(isWord)
}

function isWord(key: string): key is Word {
  return (words as readonly string[]).includes(key)
}

type Compare = (silent: boolean, expected: unknown, actual: unknown, path: Path) => Difference[]

function compareLists(
  silent: boolean,
  expected: unknown[],
  actual: unknown,
  path: Path,
  compareInner: Compare,
): Difference[] {
  if (!Array.isArray(actual)) return [differs(silent, path, () => `a list of ${expected.length}`, actual)]
  const count: Difference[] =
    actual.length === expected.length
      ? []
      : [{ path, expected: `a list of ${expected.length}`, actual: `a list of ${actual.length}` }]
  return [
    ...count,
    ...expected
      .slice(0, actual.length)
      .flatMap((item, index) => compareInner(silent, item, actual[index], at(silent, path, index))),
  ]
}

const withoutWords: Difference = { path: [], expected: '', actual: '' }

function differs(silent: boolean, path: Path, expected: () => string, actual: unknown): Difference {
  return silent ? withoutWords : { path, expected: expected(), actual: formatJson(actual) }
}

/** Formats a value as JSON, cut after 120 characters. */
export function formatJson(value: unknown): string {
  if (value === undefined) return 'nothing'
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 120 ? `${text.slice(0, 117)}...` : text
}

function own(value: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined
}

/** Compares a value with the argument of a matcher, which `matcherProblems` has validated. */
type Matcher = (silent: boolean, argument: unknown, actual: unknown, path: Path) => Difference[]

const matchers: Readonly<Record<Word, Matcher>> = {
  exactly: exactDifferences,
  only: onlyDifferences,
  is(silent, argument, actual, path) {
    const [text, test] = kinds[argument as ValueKind]
    return test(actual) ? [] : [differs(silent, path, () => text, actual)]
  },
  length(silent, argument, actual, path) {
    if (typeof actual !== 'string' && !Array.isArray(actual))
      return [differs(silent, path, () => 'a list or text', actual)]
    if (typeof argument !== 'number') return compare(silent, argument, actual.length, at(silent, path, 'length'))
    return actual.length === argument ? [] : [{ path, expected: `a length of ${argument}`, actual: `${actual.length}` }]
  },
  contains(silent, argument, actual, path) {
    if (typeof actual === 'string')
      return actual.includes(String(argument))
        ? []
        : [differs(silent, path, () => `text with ${formatJson(argument)}`, actual)]
    if (!Array.isArray(actual))
      return [differs(silent, path, () => `a list or text with ${formatJson(argument)}`, actual)]
    const found = actual.some((item) => matches(argument, item))
    return found ? [] : [differs(silent, path, () => `a list with ${formatJson(argument)}`, actual)]
  },
  at_least(silent, argument, actual, path) {
    return typeof actual === 'number' && actual >= Number(argument)
      ? []
      : [differs(silent, path, () => `at least ${String(argument)}`, actual)]
  },
  at_most(silent, argument, actual, path) {
    return typeof actual === 'number' && actual <= Number(argument)
      ? []
      : [differs(silent, path, () => `at most ${String(argument)}`, actual)]
  },
  matches(silent, argument, actual, path) {
    const isMatch = typeof actual === 'string' && new RegExp(String(argument), 'u').test(actual)
    return isMatch ? [] : [differs(silent, path, () => `text matching /${String(argument)}/`, actual)]
  },
  unordered(silent, argument, actual, path) {
    const items = argument as unknown[]
    if (!Array.isArray(actual) || actual.length !== items.length)
      return [differs(silent, path, () => `a list of ${items.length}`, actual)]
    const left = unmatchedItems(items, actual as unknown[], matches)
    return Array.from(left, (item) => differs(silent, path, () => `a list with ${formatJson(item)}`, actual))
  },
  not(silent, argument, actual, path) {
    return matches(argument, actual)
      ? [differs(silent, path, () => `anything but ${formatJson(argument)}`, actual)]
      : []
  },
}

function onlyDifferences(silent: boolean, expected: unknown, actual: unknown, path: Path): Difference[] {
  return isMatcher(expected)
    ? compare(silent, expected, actual, path)
    : exactDifferences(silent, expected, actual, path, onlyDifferences)
}

function exactDifferences(
  silent: boolean,
  expected: unknown,
  actual: unknown,
  path: Path,
  compareInner: Compare = exactDifferences,
): Difference[] {
  if (Array.isArray(expected)) return compareLists(silent, expected, actual, path, compareInner)
  if (!isObject(expected))
    return Object.is(expected, actual) ? [] : [differs(silent, path, () => formatJson(expected), actual)]
  if (!isObject(actual)) return [differs(silent, path, () => 'an object', actual)]
  const named = Object.entries(expected).flatMap(([key, value]) =>
    compareInner(silent, value, own(actual, key), at(silent, path, key)),
  )
  const extra = Object.keys(actual).filter((key) => !Object.hasOwn(expected, key))
  return [...named, ...extra.map((key) => differs(silent, at(silent, path, key), () => 'nothing', actual[key]))]
}
