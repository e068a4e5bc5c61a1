import { isObject } from '../../engine/checking/is-object.ts'

/** Texts up to this length are not shortened, because they are easy to read. */
const SHORT = 24
const TIME = /^\d{4}-\d\d-\d\dT/

/** Simpler values than this one, the simplest first. A value without any is simple enough. */
export function smallerValues(value: unknown): readonly unknown[] {
  if (typeof value === 'string')
    return value.length <= SHORT || TIME.test(value) ? [] : [value.slice(0, 1), half(value)]
  if (typeof value === 'number') return smallerNumbers(value)
  if (Array.isArray(value)) return value.length === 0 ? [] : [[], ...smallerLists(value as readonly unknown[])]
  if (!isObject(value)) return []
  const entries = Object.entries(value)
  if (entries.length === 0) return []
  const inside = entries.flatMap(([name, each]) => smallerValues(each).map((less) => ({ ...value, [name]: less })))
  const fewer = entries.length === 1 ? [] : entries.map((left) => Object.fromEntries(entries.filter((e) => e !== left)))
  return [{}, ...fewer, ...inside]
}

/** Half of a text; of bytes in base64 whole groups. */
const half = (text: string): string => text.slice(0, Math.floor(text.length / 8) * 4)

function smallerNumbers(value: number): number[] {
  const found = [0, 1, Math.trunc(value / 2)]
  return found.filter((less, n) => Math.abs(less) < Math.abs(value) && found.indexOf(less) === n)
}

function smallerLists(list: readonly unknown[]): unknown[] {
  const fewer = list.length === 1 ? [] : list.map((_, left) => list.filter((__, n) => n !== left))
  const halves = list.length < 4 ? [] : [list.slice(0, list.length / 2), list.slice(list.length / 2)]
  const inside = list.flatMap((each, n) => smallerValues(each).map((less) => list.with(n, less)))
  return [...halves, ...fewer, ...inside]
}
