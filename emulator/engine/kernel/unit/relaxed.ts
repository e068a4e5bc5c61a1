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
  if (exchange.follows('null-is-absent')) body = withoutNulls(schema, body) as Exchange['body']
  if (exchange.follows('other-visibility-is-none')) body = withoutOther(schema, body)
  if (exchange.follows('unknown-fields-ignored')) body = withoutUnknown(schema, body) as Exchange['body']
  return body
}

/** The parts of a schema that hold others. */
interface Nested {
  readonly type: string
  readonly wrapped?: Nested
  readonly entries?: object
  readonly item?: Nested
}

function withoutNulls({ wrapped, entries, item }: Nested, value: unknown): unknown {
  if (wrapped !== undefined) return withoutNulls(wrapped, value)
  if (Array.isArray(value)) return item === undefined ? value : value.map((each) => withoutNulls(item, each))
  if (entries === undefined || !isObject(value)) return value
  const schemas = new Map<string, Nested>(Object.entries(entries))
  const kept = Object.entries(value).filter(([name, each]) => each !== null || !isOptional(schemas.get(name)))
  return Object.fromEntries(kept.map(([name, each]) => [name, withoutNulls(schemas.get(name) ?? anything, each)]))
}

const anything: Nested = { type: 'unknown' }

function isOptional(schema: Nested | undefined): boolean {
  return schema?.type === 'optional' && !v.is(schema as unknown as v.GenericSchema, null)
}

function withoutOther({ entries }: Unit['bodySchema'], body: Exchange['body']): Exchange['body'] {
  const { visibility: given, ...rest } = body
  return 'visibility' in entries && typeof given === 'string' && !v.is(visibility, given) ? rest : body
}

/** Leaves out the fields that the schema of their object does not have. */
function withoutUnknown({ type, wrapped, entries, item }: Nested, value: unknown): unknown {
  if (wrapped !== undefined) return withoutUnknown(wrapped, value)
  if (Array.isArray(value)) return item === undefined ? value : value.map((each) => withoutUnknown(item, each))
  if (entries === undefined || !isObject(value)) return value
  const schemas = new Map<string, Nested>(Object.entries(entries))
  const known = Object.entries(value).filter(([name]) => type !== 'strict_object' || schemas.has(name))
  return Object.fromEntries(known.map(([name, each]) => [name, withoutUnknown(schemas.get(name) ?? anything, each)]))
}
