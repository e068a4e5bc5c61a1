/** Which option of a union a wrong value was meant to be. */
import * as v from 'valibot'
import { holdsMoreThan, MAX_FULLY_CHECKED } from './bounded-parse.ts'
import { nearest } from './near-miss.ts'
import { isObject } from './is-object.ts'
import { choicesOf, unwrap, type SchemaNode } from './schema-walk.ts'

export interface Judged {
  option: SchemaNode
  issues: readonly v.BaseIssue<unknown>[]
}

/**
 * The option that `input` comes nearest to, with its issues; undefined when the value is not even of the type of
 * any option, so that naming the types says more than naming one option's complaint.
 */
export function bestOption(union: SchemaNode, input: unknown): Judged | undefined {
  let best: Judged | undefined
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

/** All words that a union takes where it takes one. */
export function wordsWithin(union: SchemaNode): string[] {
  return flatten(union)
    .flatMap((option) => choicesOf(option) ?? [])
    .filter((choice) => typeof choice === 'string')
}

function flatten(union: SchemaNode): SchemaNode[] {
  const node = unwrap(union)
  if (node.type !== 'union' || node.noun !== undefined) return [node]
  return ((node.options ?? []) as SchemaNode[]).flatMap(flatten)
}

/** Fields of a value by which options are told apart. */
const MAX_COMPARED = 50

/** Fields given that the option knows count one, near misses a half; a required field given counts one more. */
function resemblance(option: SchemaNode, keys: readonly string[]): number {
  if (!option.entries) return 0
  const known = Object.keys(option.entries)
  let score = 0
  for (const key of keys) {
    const field = known.includes(key) ? key : nearest(key, known)
    if (field === undefined) continue
    const required = !/optional|nullish/.test(option.entries[field]?.type ?? '')
    score += (field === key ? 1 : 0.5) * (required ? 2 : 1)
  }
  return score
}
