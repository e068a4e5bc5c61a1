/** Pieces that several sections of the scenario format share. */
import * as v from 'valibot'
import { clauseIds } from '../contract/statement-ids.ts'
import { keyed } from '../diagnostics/keyed.ts'
import { fields, noArray } from '../diagnostics/strict.ts'
import { tableNames as arrangedTables } from '../world/arrange.ts'
import type { TableName as WorldTable } from '../world/tables/index.ts'

/** Adds what an editor shows for a field. */
export function described<const S extends v.GenericSchema>(schema: S, text: string, ...examples: unknown[]) {
  return v.pipe(schema, v.metadata({ description: text, ...(examples.length > 0 && { examples }) }))
}

export type TableName = Exclude<WorldTable, 'pending' | 'revision_numbers'>

/** Every table that records can be given for; a table stands after those it refers to. */
export const tableNames = arrangedTables as readonly TableName[]

/** An object with a field for each table, all optional. */
export function byTable<S extends v.GenericSchema>(each: S) {
  const entries = Object.fromEntries(tableNames.map((name) => [name, v.optional(each)]))
  return fields(entries as Record<TableName, v.OptionalSchema<S, undefined>>)
}

export const record = noArray(v.looseObject({}))

export const duration = described(
  v.union([
    v.pipe(v.string(), v.regex(/^(?:\d+(?:\.\d+)?(?:ms|s|m|h|d))+$/, 'expected a duration such as 300ms, 2s, 1h30m')),
    v.pipe(v.number(), v.integer(), v.minValue(0)),
  ]),
  'A duration: `300ms`, `2s`, `5m`, `1h30m`, `2d`, or a number of milliseconds.', '300ms', '1h',
)

export const timestamp = described(
  v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/, 'expected an ISO 8601 UTC time such as 2026-01-01T00:00:00Z')),
  'An ISO 8601 UTC time.', '2026-01-01T00:00:00Z',
)

export const count = v.pipe(v.number(), v.integer(), v.minValue(0))
export const positive = v.pipe(v.number(), v.integer(), v.minValue(1))
export const text = v.pipe(v.string(), v.minLength(1, 'expected at least one character'))

/** The id of a statement of the specification. */
export const clauseId = v.picklist(clauseIds)

/** A record of a table, by its id or alias (or secret, for keys and tokens). May hold `${variable}`s in steps. */
export const reference = described(text, 'The id or alias of a record; in a step also a `${variable}`.', 'acme')

export const insert = described(
  fields({ insert: described(byTable(v.union([v.array(record), record])), 'Records by table, as in `world.records`.', { orgs: { alias: 'new-org' } }) }),
  'Adds records to the world.',
)

export const update = described(
  fields({
    update: described(
      byTable(v.record(v.string(), record)),
      'By table and record (id or alias), the fields that change.', { orgs: { acme: { visibility: 'private' } } },
    ),
  }),
  'Changes fields of records.',
)

export const remove = described(
  fields({
    delete: described(
      byTable(v.union([reference, v.array(reference)])),
      'By table the records (id or alias) to delete, with everything that belongs to them.', { sessions: 'run-16' },
    ),
  }),
  'Deletes records.',
)

export const advance = described(
  fields({ advance: described(duration, 'How far world time moves forward; what falls due meanwhile happens, in order.', '1h') }),
  'Moves world time.',
)

export const failOperation = described(
  fields({
    fail_operation: described(
      v.union([
        v.literal(true),
        fields({
          operation: v.optional(described(reference, 'The operation, or an execution of the workflow engine; without it every running operation that fits.')),
          target: v.optional(described(reference, 'Only operations on this blob or revision.', 'weights')),
          error: v.optional(described(text, 'The error that the operation and its target then show.', 'internal_error')),
        }),
      ]),
      'Which running operation fails instead of finishing; `true` for the one this request started, or else every running one.', true,
    ),
  }),
  'Makes a long-running operation fail.',
)

export const changes = [insert, update, remove, advance, failOperation] as const

export const changeSchema = keyed(changes)

export type Change = v.InferInput<typeof changeSchema>
export type Insert = v.InferInput<typeof insert>
export type Update = v.InferInput<typeof update>
export type Delete = v.InferInput<typeof remove>
export type FailOperation = v.InferInput<typeof failOperation>
export type Duration = v.InferInput<typeof duration>
