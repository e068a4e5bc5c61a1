/** Finds the option of a union that a wrong value was meant to be. */
import * as v from 'valibot'
import { holdsMoreThan, MAX_FULLY_CHECKED } from './bounded-parse.ts'
import { nearest } from './near-miss.ts'
import { isObject } from './is-object.ts'
import { isOptional, listChoices, unwrap, type SchemaNode } from './schema-walk.ts'

interface JudgedOption {
  option: SchemaNode
  issues: readonly v.BaseIssue<unknown>[]
}

/**
 * The option nearest to `input`, with its issues. Undefined if the value has the type of no option: naming the types
 * then helps more.
 */
export function bestOption(union: SchemaNode, input: unknown): JudgedOption | undefined {
  let best: JudgedOption | undefined
  let bestScore = -Infinity
  const abortEarly = holdsMoreThan(input, MAX_FULLY_CHECKED)
  const keys = isObject(input) ? Object.keys(input).slice(0, MAX_COMPARED) : []
  for (const option of flatten(union)) {
    const result = v.safeParse(option as unknown as v.GenericSchema, input, { abortEarly })
    if (result.success) continue
    const offType = result.issues.some((issue) => issue.kind === 'schema' && !issue.path)
    if (offType) continue
    const score = resemblance(option, keys) - result.issues.length / 1000
    if (score > bestScore) {
      best = { option, issues: result.issues }
      bestScore = score
    }
  }
  return best
}

/**
 * The required field of each option of a union of objects, by which the options are told apart: `advance` and `set` of
 * the clock. Undefined for other schemas.
 */
export function fieldOfEach(union: SchemaNode): string[] | undefined {
  const options = flatten(union)
  const required = options.map(({ entries = {} }) => Object.keys(entries).filter((name) => !isOptional(entries[name]!)))
  const names = required.flat()
  const isClear = options.length > 1 && required.every(({ length }) => length === 1)
  return isClear && new Set(names).size === options.length ? names : undefined
}

/** Names of the fields of all options. */
export function entriesWithin(union: SchemaNode): Set<string> {
  return new Set(flatten(union).flatMap(({ entries = {} }) => Object.keys(entries)))
}

/** All words that a union of words accepts. */
export function wordsWithin(union: SchemaNode): string[] {
  return flatten(union)
    .flatMap((option) => listChoices(option) ?? [])
    .filter((choice) => typeof choice === 'string')
}

function flatten(union: SchemaNode): SchemaNode[] {
  const node = unwrap(union)
  if (node.type !== 'union' || node.noun !== undefined) return [node]
  return ((node.options ?? []) as SchemaNode[]).flatMap(flatten)
}

/** Maximum of a value's fields that are compared with options. */
const MAX_COMPARED = 50

/** Scores an option: one point for each known field, half a point for a near miss, one more for a required field. */
function resemblance(option: SchemaNode, keys: readonly string[]): number {
  if (!option.entries) return 0
  const known = Object.keys(option.entries)
  let score = 0
  for (const key of keys) {
    const field = known.includes(key) ? key : nearest(key, known)
    if (field === undefined) continue
    const required = !isOptional(option.entries[field]!)
    score += (field === key ? 1 : 0.5) * (required ? 2 : 1)
  }
  return score
}
