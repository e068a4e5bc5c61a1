import * as v from 'valibot'
import { visibility } from '../../world/tables/fields.ts'
import type { Exchange } from '../exchange.ts'
import type { Unit } from './definition.ts'
import { isObject } from '../../checking/is-object.ts'

/**
 * Body for alternatives that accept more (`settings.otherwise`): without unknown fields, without null in
 * optional ones, without a visibility outside its set.
 */
export function relaxed(exchange: Exchange, schema: Unit['bodySchema'], sent: Exchange['body']): Exchange['body'] {
  let body = sent
  if (exchange.follows('null-is-absent')) body = without(schema, body, isAbsent) as Exchange['body']
  if (exchange.follows('other-visibility-is-none')) body = withoutOther(schema, body)
  if (exchange.follows('unknown-fields-ignored')) body = without(schema, body, isUnknown) as Exchange['body']
  return body
}

/** The parts of a schema that hold others. */
interface Nested {
  readonly type: string
  readonly wrapped?: Nested
  readonly entries?: object
  readonly item?: Nested
}

/** Leaves out the fields that `leaves` names, at any depth. `schema` is that of the field; undefined for none. */
function without(
  { type, wrapped, entries, item }: Nested,
  value: unknown,
  leaves: (schema: Nested | undefined, value: unknown) => boolean,
): unknown {
  if (wrapped !== undefined) return without(wrapped, value, leaves)
  if (Array.isArray(value)) return item === undefined ? value : value.map((each) => without(item, each, leaves))
  if (entries === undefined || !isObject(value)) return value
  const schemas = new Map<string, Nested>(Object.entries(entries))
  const others = type === 'strict_object' ? undefined : anything
  const fields = Object.entries(value).map(([name, each]) => [name, each, schemas.get(name) ?? others] as const)
  const kept = fields.filter(([, each, schema]) => !leaves(schema, each))
  return Object.fromEntries(kept.map(([name, each, schema = anything]) => [name, without(schema, each, leaves)]))
}

const anything: Nested = { type: 'unknown' }

/** True for null in an optional field that is no null. */
function isAbsent(schema: Nested | undefined, value: unknown): boolean {
  return value === null && schema?.type === 'optional' && !v.is(schema as unknown as v.GenericSchema, null)
}

const isUnknown = (schema: Nested | undefined): boolean => schema === undefined

function withoutOther({ entries }: Unit['bodySchema'], body: Exchange['body']): Exchange['body'] {
  const { visibility: given, ...rest } = body
  return 'visibility' in entries && typeof given === 'string' && !v.is(visibility, given) ? rest : body
}
