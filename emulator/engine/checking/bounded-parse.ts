/** Checking what comes from outside at a bounded cost. */
import * as v from 'valibot'

/** Values (fields, items) that one checked document may hold for all of its mistakes to be looked for. */
export const MAX_FULLY_CHECKED = 10_000

/** What is wrong; with `partly` only what was found first. */
export interface Failed {
  readonly issues: readonly v.BaseIssue<unknown>[]
  readonly partly?: boolean
}

export type Parsed<S extends v.GenericSchema> =
  | { readonly success: true; readonly output: v.InferOutput<S> }
  | (Failed & { readonly success: false; readonly output: unknown })

/**
 * `v.safeParse`, which would make an issue of some 400 bytes for each of half a million wrong items in a megabyte. In a value that
 * holds more than `MAX_FULLY_CHECKED` others only the first mistake is looked for.
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

/** Whether a value holds more than `max` others, at any depth. Looks at no more than one container beyond that. */
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
