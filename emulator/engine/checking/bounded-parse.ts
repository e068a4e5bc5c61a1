/** Validates outside input at a bounded cost. */
import * as v from 'valibot'

/** Nested values up to which all mistakes of a document are looked for. */
export const MAX_FULLY_CHECKED = 10_000

/** Issues of a failed validation; with `partly` only the first one was looked for. */
export interface Failed {
  readonly issues: readonly v.BaseIssue<unknown>[]
  readonly partly?: boolean
}

type Parsed<S extends v.GenericSchema> =
  | { readonly success: true; readonly output: v.InferOutput<S> }
  | (Failed & { readonly success: false; readonly output: unknown })

/**
 * `v.safeParse` with bounded memory: it makes an issue of some 400 bytes for each mistake, and a megabyte can hold half
 * a million. In a value with more than `MAX_FULLY_CHECKED` nested values only the first mistake is looked for.
 */
export function boundedParse<const S extends v.GenericSchema>(
  schema: S,
  value: unknown,
  config: v.Config<v.InferIssue<S>> = {},
): Parsed<S> {
  const first = v.safeParse(schema, value, onlyFirst)
  if (first.success) return first
  return holdsMoreThan(value, MAX_FULLY_CHECKED) ? { ...first, partly: true } : v.safeParse(schema, value, config)
}

const onlyFirst = { abortEarly: true } as const

/** True if a value holds more than `max` others, at any depth. Stops at the first container beyond that. */
export function holdsMoreThan(value: unknown, max: number): boolean {
  let left = max
  const waiting = [value]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null) continue
    const inner = Array.isArray(next) ? next : Object.values(next)
    if ((left -= inner.length) < 0) return true
    for (const each of inner) if (typeof each === 'object') waiting.push(each)
  }
  return false
}
