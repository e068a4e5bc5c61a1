/**
 * Pieces that several sections of the scenario format share.
 *
 * Parts that others are made of have a type with a name, an interface: the declarations of a type without one repeat it wherever it is used.
 */
import * as v from 'valibot'
import { atMostValues } from '../checking/at-most-values.ts'
import { anyFields, fields } from '../checking/strict.ts'
import { tableNames as arrangedTables } from '../world/arrange.ts'
import type { TableName as WorldTable } from '../world/tables/index.ts'

/** Adds what an editor shows for a field. The type stays that of the schema: with that of the pipe, declarations double at each level. */
export function described<const S extends v.GenericSchema>(schema: S, text: string, ...examples: unknown[]): S {
  return v.pipe(schema, v.metadata({ description: text, ...(examples.length > 0 && { examples }) })) as unknown as S
}

export type TableName = Exclude<WorldTable, 'pending' | 'revision_numbers'>

/** Every table that records can be given for; a table stands after those it refers to. */
export const tableNames = arrangedTables as readonly TableName[]

export type ByTable<T> = { [N in TableName]?: T | undefined }
export interface ByTableSchema<T> extends v.GenericSchema<ByTable<T>> {}

/** An object with a field for each table, all optional. */
export function byTable<T>(each: v.GenericSchema<T>): ByTableSchema<T> {
  return fields(Object.fromEntries(tableNames.map((name) => [name, v.optional(each)]))) as unknown as ByTableSchema<T>
}

export type Fields = Record<string, unknown>

export const record: v.GenericSchema<Fields> = anyFields

/** Values that may be compared with each request, or with each entry of a journal. */
const MAX_COMPARED = 1_000

/** Fields that many exchanges are compared with, one after the other. */
export const compared: v.GenericSchema<Fields> = atMostValues(MAX_COMPARED, record)

/** `300ms`, `2s`, `5m`, `1h30m`, `2d`, or a number of milliseconds. */
export type Duration = string | number

export const duration: v.GenericSchema<Duration> = described(
  v.union([
    v.pipe(v.string(), v.regex(/^(?:\d+(?:\.\d+)?(?:ms|s|m|h|d))+$/, 'expected a duration such as 300ms, 2s, 1h30m')),
    v.pipe(v.number(), v.integer(), v.minValue(0)),
  ]),
  'A duration: `300ms`, `2s`, `5m`, `1h30m`, `2d`, or a number of milliseconds.',
  '300ms',
  '1h',
)

export const timestamp: v.GenericSchema<string> = described(
  v.pipe(
    v.string(),
    v.regex(
      /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/,
      'expected an ISO 8601 UTC time such as 2026-01-01T00:00:00Z',
    ),
  ),
  'An ISO 8601 UTC time.',
  '2026-01-01T00:00:00Z',
)

export const count: v.GenericSchema<number> = v.pipe(v.number(), v.integer(), v.minValue(0))
export const positive: v.GenericSchema<number> = v.pipe(v.number(), v.integer(), v.minValue(1))
export const text: v.GenericSchema<string> = v.pipe(v.string(), v.minLength(1, 'expected at least one character'))

/** A record of a table, by its id or alias (or secret, for keys and tokens). May hold `${variable}`s in steps. */
export const reference: v.GenericSchema<string> = described(
  text,
  'The id or alias of a record; in a step also a `${variable}`.',
  'acme',
)

// What these and their fields mean stands in `described-changes.ts`.
export const insert = fields({ insert: byTable(v.union([v.array(record), record])) })
export const update = fields({ update: byTable(v.record(v.string(), record)) })
export const remove = fields({ delete: byTable(v.union([reference, v.array(reference)])) })
export const advance = fields({ advance: duration })

export const failedOperation = fields({
  operation: v.optional(reference),
  target: v.optional(reference),
  error: v.optional(text),
})

export const failOperation = fields({ fail_operation: v.union([v.literal(true), failedOperation]) })

export const changes = [insert, update, remove, advance, failOperation] as const

export type Change = v.InferInput<(typeof changes)[number]>

export type Insert = v.InferInput<typeof insert>
export type Update = v.InferInput<typeof update>
export type Delete = v.InferInput<typeof remove>
export type FailOperation = v.InferInput<typeof failOperation>
