/** Compares what came with what a step expects, and says where they differ. */
import { isObject } from '../checking/is-object.ts'
import type { Path } from '../checking/problems.ts'
import { Effort, MAX_OWN_EFFORT, TooMuchEffort, VALUE } from './effort.ts'
import { needMatchers, words, type Comparing, type Difference, type Word } from './matchers-extra.ts'

export type { Difference } from './matchers-extra.ts'

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

export function compare(comparing: Comparing, expected: unknown, actual: unknown, path: Path): Difference[] {
  comparing.effort.spend(VALUE)
  if (isMatcher(expected))
    return (Object.keys(expected) as Word[]).flatMap((word) =>
      needMatchers(word).matchers[word](comparing, expected[word], actual, path),
    )
  if (Array.isArray(expected)) return compareLists(comparing, expected, actual, path, compare)
  if (!isObject(expected))
    return Object.is(expected, actual) ? [] : [differs(comparing, path, () => textOf(expected), actual)]
  if (!isObject(actual)) return [differs(comparing, path, () => 'an object', actual)]
  return Object.keys(expected).flatMap((key) =>
    compare(comparing, expected[key], own(actual, key), at(comparing, path, key)),
  )
}

/** Whether there is no difference, within a comparison. */
export function fits(comparing: Comparing, expected: unknown, actual: unknown): boolean {
  return compare({ ...comparing, silent: true }, expected, actual, []).length === 0
}

/** Nobody reads the path of a difference without words. */
export function at({ silent }: Comparing, path: Path, key: string | number): Path {
  return silent ? path : [...path, key]
}

export function isMatcher(value: unknown): value is Partial<Record<Word, unknown>> {
  if (!isObject(value)) return false
  const keys = Object.keys(value)
  return keys.length > 0 && keys.every((key) => (words as readonly string[]).includes(key))
}

export type Compare = (comparing: Comparing, expected: unknown, actual: unknown, path: Path) => Difference[]

export function compareLists(
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

export function differs({ silent }: Comparing, path: Path, expected: () => string, actual: unknown): Difference {
  return silent ? withoutWords : { path, expected: expected(), actual: textOf(actual) }
}

/** A value as JSON, cut after 120 characters. */
export function textOf(value: unknown): string {
  if (value === undefined) return 'nothing'
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 120 ? `${text.slice(0, 117)}...` : text
}

export function own(value: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined
}
