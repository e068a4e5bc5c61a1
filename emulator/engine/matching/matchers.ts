/** What stands in an expected value in place of a value: `{ is: 'uuid' }`. */
import { isUuid } from '../../contract/uuid.ts'
import { isObject } from '../checking/is-object.ts'
import type { Path } from '../checking/problems.ts'
import { CHARACTERS, PATTERN, PATTERN_CHARACTER, PATTERN_INSTRUCTION, VALUE, type Effort } from './effort.ts'
import { at, compare, compareLists, differs, fits, isMatcher, own, textOf, type Compare } from './expect.ts'
import { holdsText } from './holds-text.ts'
import type { Comparing, Difference, Matchers } from './matchers-extra.ts'
import { readPattern } from './pattern.ts'
import { unpaired } from './unpaired.ts'

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

/** The argument of each is checked before (`checkMatchers`). */
export const matchers: Matchers['matchers'] = {
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

function isTime(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(value) &&
    !Number.isNaN(Date.parse(value))
  )
}
