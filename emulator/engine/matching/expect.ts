/** Compares an actual value with an expected one, and says where they differ. */
import { isObject } from '../checking/is-object.ts'
import type { Path } from '../checking/problems.ts'
import {
  CHARACTERS,
  Effort,
  MAX_OWN_EFFORT,
  PATTERN,
  PATTERN_CHARACTER,
  PATTERN_INSTRUCTION,
  TooMuchEffort,
  VALUE,
} from './effort.ts'
import { holdsText } from './holds-text.ts'
import { kinds, words, type Kind, type Word } from './matcher-words.ts'
import { readPattern, type Pattern } from './pattern.ts'
import { unpaired } from './unpaired.ts'

export interface Difference {
  path: Path
  /** Prose: `"ready"`, `a uuid`, `3 items`. */
  expected: string
  actual: string
}

/** One comparison. */
export interface Comparing {
  readonly effort: Effort
  /** Only whether there is a difference is asked: texts are not made. */
  readonly silent: boolean
  /** Patterns that were read, by their source: one may be compared with every item of a list. */
  readonly read: Map<string, Pattern>
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
  if (isMatcher(expected))
    return (Object.keys(expected) as Word[]).flatMap((word) => matchers[word](comparing, expected[word], actual, path))
  if (Array.isArray(expected)) return compareLists(comparing, expected, actual, path, compare)
  if (!isObject(expected))
    return Object.is(expected, actual) ? [] : [differs(comparing, path, () => textOf(expected), actual)]
  if (!isObject(actual)) return [differs(comparing, path, () => 'an object', actual)]
  return Object.keys(expected).flatMap((key) =>
    compare(comparing, expected[key], own(actual, key), at(comparing, path, key)),
  )
}

/** Whether there is no difference, within a comparison. */
function fits(comparing: Comparing, expected: unknown, actual: unknown): boolean {
  return compare({ ...comparing, silent: true }, expected, actual, []).length === 0
}

/** Nobody reads the path of a difference without words. */
function at({ silent }: Comparing, path: Path, key: string | number): Path {
  return silent ? path : [...path, key]
}

export function isMatcher(value: unknown): value is Partial<Record<Word, unknown>> {
  if (!isObject(value)) return false
  const keys = Object.keys(value)
  return keys.length > 0 && keys.every((key) => (words as readonly string[]).includes(key))
}

type Compare = (comparing: Comparing, expected: unknown, actual: unknown, path: Path) => Difference[]

function compareLists(
  comparing: Comparing,
  expected: unknown[],
  actual: unknown,
  path: Path,
  compareInner: Compare,
): Difference[] {
  if (!Array.isArray(actual)) return [differs(comparing, path, () => `a list of ${expected.length}`, actual)]
  const count: Difference[] =
    actual.length === expected.length
      ? []
      : [{ path, expected: `a list of ${expected.length}`, actual: `a list of ${actual.length}` }]
  return [
    ...count,
    ...expected
      .slice(0, actual.length)
      .flatMap((item, index) => compareInner(comparing, item, actual[index], at(comparing, path, index))),
  ]
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

function own(value: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined
}

/** Compares a value with the argument of a matcher, which `matcherProblems` has checked. */
type Matcher = (comparing: Comparing, argument: unknown, actual: unknown, path: Path) => Difference[]

const matchers: Readonly<Record<Word, Matcher>> = {
  exactly: exactDifferences,
  only: onlyDifferences,
  is(comparing, argument, actual, path) {
    const [text, test] = kinds[argument as Kind]
    return test(actual) ? [] : [differs(comparing, path, () => text, actual)]
  },
  length(comparing, argument, actual, path) {
    if (typeof actual !== 'string' && !Array.isArray(actual))
      return [differs(comparing, path, () => 'a list or text', actual)]
    if (typeof argument !== 'number') return compare(comparing, argument, actual.length, at(comparing, path, 'length'))
    return actual.length === argument ? [] : [{ path, expected: `a length of ${argument}`, actual: `${actual.length}` }]
  },
  contains(comparing, argument, actual, path) {
    if (typeof actual === 'string')
      return isPart(comparing.effort, String(argument), actual)
        ? []
        : [differs(comparing, path, () => `text with ${textOf(argument)}`, actual)]
    const found = Array.isArray(actual) && actual.some((item) => fits(comparing, argument, item))
    return found ? [] : [differs(comparing, path, () => `a list with ${textOf(argument)}`, actual)]
  },
  at_least(comparing, argument, actual, path) {
    return typeof actual === 'number' && actual >= Number(argument)
      ? []
      : [differs(comparing, path, () => `at least ${String(argument)}`, actual)]
  },
  at_most(comparing, argument, actual, path) {
    return typeof actual === 'number' && actual <= Number(argument)
      ? []
      : [differs(comparing, path, () => `at most ${String(argument)}`, actual)]
  },
  matches(comparing, argument, actual, path) {
    const isMatch = typeof actual === 'string' && isMatchOf(comparing, String(argument), actual)
    return isMatch ? [] : [differs(comparing, path, () => `text matching /${String(argument)}/`, actual)]
  },
  unordered(comparing, argument, actual, path) {
    const items = argument as unknown[]
    if (!Array.isArray(actual) || actual.length !== items.length)
      return [differs(comparing, path, () => `a list of ${items.length}`, actual)]
    const left = unpaired(comparing.effort, items, actual as unknown[], (item, other) => fits(comparing, item, other))
    return Array.from(left, (item) => differs(comparing, path, () => `a list with ${textOf(item)}`, actual))
  },
  not(comparing, argument, actual, path) {
    return fits(comparing, argument, actual)
      ? [differs(comparing, path, () => `anything but ${textOf(argument)}`, actual)]
      : []
  },
}

function isPart(effort: Effort, part: string, text: string): boolean {
  effort.spend(Math.ceil(text.length / CHARACTERS))
  return holdsText(text, part)
}

function onlyDifferences(comparing: Comparing, expected: unknown, actual: unknown, path: Path): Difference[] {
  return isMatcher(expected)
    ? compare(comparing, expected, actual, path)
    : exactDifferences(comparing, expected, actual, path, onlyDifferences)
}

function exactDifferences(
  comparing: Comparing,
  expected: unknown,
  actual: unknown,
  path: Path,
  compareInner: Compare = exactDifferences,
): Difference[] {
  comparing.effort.spend(VALUE)
  if (Array.isArray(expected)) return compareLists(comparing, expected, actual, path, compareInner)
  if (!isObject(expected))
    return Object.is(expected, actual) ? [] : [differs(comparing, path, () => textOf(expected), actual)]
  if (!isObject(actual)) return [differs(comparing, path, () => 'an object', actual)]
  const named = Object.entries(expected).flatMap(([key, value]) =>
    compareInner(comparing, value, own(actual, key), at(comparing, path, key)),
  )
  const extra = Object.keys(actual).filter((key) => !Object.hasOwn(expected, key))
  comparing.effort.spend(extra.length * VALUE)
  return [...named, ...extra.map((key) => differs(comparing, at(comparing, path, key), () => 'nothing', actual[key]))]
}

function isMatchOf({ effort, read }: Comparing, source: string, text: string): boolean {
  let pattern = read.get(source)
  if (pattern === undefined) {
    effort.spend(PATTERN + source.length * PATTERN_CHARACTER)
    read.set(source, (pattern = readPattern(source)))
    effort.spend(pattern.size * PATTERN_INSTRUCTION)
  }
  return pattern.test(text, effort)
}
