/**
 * Schemas that the inputs of several tools share. Descriptions are short: agents read them before every conversation.
 */
import * as v from 'valibot'
import { anyFields } from '../../../emulator/engine/checking/strict.ts'
import { described } from '../../../emulator/engine/matching/schema-common.ts'
import { MAX_LIMIT, MIN_LIMIT } from './answer.ts'

/** An optional field with its description. */
export function option<const S extends v.GenericSchema>(schema: S, about: string): v.OptionalSchema<S, undefined> {
  return v.optional(described(schema, about))
}

/** An integer in a range, which the schema of the tool does not show. */
export function integer(least: number, most: number) {
  const isBetween = (given: number): boolean => given >= least && given <= most
  return v.pipe(v.number(), v.integer(), v.check(isBetween, `expected ${least} to ${most}`))
}

/** A text that is not empty. */
export const text = v.pipe(v.string(), v.minLength(1, 'expected at least one character'))
/** An integer that is not negative. */
export const number = integer(0, Number.MAX_SAFE_INTEGER)
/** An object with any fields. */
export const json = anyFields
/** The only value of a field that needs no argument. */
export const yes = v.literal(true)

/** Input fields of most tools: the world, and the size of the answer. The instructions of the server describe them. */
export const common = {
  world: v.optional(text),
  limit: v.optional(integer(MIN_LIMIT, MAX_LIMIT)),
}

/** The input field that selects the action, with its value; undefined if there is none. */
export function findChoice<I extends object, K extends keyof I & string>(
  input: I,
  names: readonly K[],
): { [N in K]: { readonly name: N; readonly value: NonNullable<I[N]> } }[K] | undefined {
  const name = names.find((each) => input[each] !== undefined)
  return name === undefined ? undefined : ({ name, value: input[name] } as never)
}
