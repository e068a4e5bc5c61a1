/**
 * Schemas that several sections of the scenario format share.
 *
 * Schemas that are reused have a named interface as their type: declarations would repeat an unnamed type at each use.
 */
import { parseTime, timePattern, timeProblem } from '../world/time.ts'
import * as v from 'valibot'
import { dictionary } from '../checking/dictionary.ts'
import { atMostValues } from '../checking/at-most-values.ts'
import { keyed } from '../checking/keyed.ts'
import { refusing, refusingMeant, wrongShape } from '../checking/refusing.ts'
import { anyFields, fields } from '../checking/strict.ts'
import { tableNames as arrangedTables } from '../world/arrange.ts'
import type { TableName as WorldTable } from '../world/tables/index.ts'
import type { MutableFields } from '../checking/is-object.ts'

/**
 * Adds the description that editors show. Keeps the type of the schema: with that of the pipe, declarations double at
 * each level.
 */
export function described<const S extends v.GenericSchema>(schema: S, text: string, ...examples: unknown[]): S {
  return v.pipe(schema, v.metadata({ description: text, ...(examples.length > 0 && { examples }) })) as unknown as S
}

export type ShownTableName = Exclude<WorldTable, 'pending' | 'revision_numbers'>

/** Tables that records can be given for, each after those it refers to. */
export const tableNames = arrangedTables as readonly ShownTableName[]

export type ByTable<T> = { [N in ShownTableName]?: T | undefined }
export interface ByTableSchema<T> extends v.GenericSchema<ByTable<T>> {}

/** An object with an optional field for each table. */
/** Values by table. `written`: the value that a change with the fields `table` and `id` meant. */
export function byTable<T>(each: v.GenericSchema<T>, written: (id: string) => string = () => '…'): ByTableSchema<T> {
  const schema = fields(Object.fromEntries(tableNames.map((name) => [name, v.optional(each)])))
  return refusingMeant(schema, 'records by table', (value) => {
    const { table, id } = (value ?? {}) as { table?: unknown; id?: unknown }
    const isTable = (tableNames as readonly unknown[]).includes(table)
    return isTable ? `{ ${String(table)}: ${written(typeof id === 'string' ? id : '…')} }` : undefined
  }) as unknown as ByTableSchema<T>
}

export const record: v.GenericSchema<MutableFields> = anyFields

/** Maximum of values that are compared with each request or journal entry. */
const MAX_COMPARED = 1_000

/** Fields that many exchanges are compared with. */
export const compared: v.GenericSchema<MutableFields> = atMostValues(MAX_COMPARED, record)

/** `300ms`, `2s`, `5m`, `1h30m`, `2d`, or a number of milliseconds. */
type Duration = string | number

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
  refusing(v.pipe(v.string(), v.metadata({ format: 'date-time', pattern: timePattern })), (given) =>
    typeof given === 'string' && parseTime(given) === undefined ? wrongShape(given, timeProblem(given)) : undefined,
  ),
  'An ISO 8601 time with its zone.',
  '2026-01-01T00:00:00Z',
  '2026-01-01T02:00:00+02:00',
)

export const count: v.GenericSchema<number> = v.pipe(v.number(), v.integer(), v.minValue(0))
export const positive: v.GenericSchema<number> = v.pipe(v.number(), v.integer(), v.minValue(1))
export const text: v.GenericSchema<string> = v.pipe(v.string(), v.minLength(1, 'expected at least one character'))

/** A record by its id or alias, or by its secret for keys and tokens. May hold `${variable}` in steps. */
export const reference: v.GenericSchema<string> = described(
  text,
  'The id or alias of a record; in a step also a `${variable}`.',
  'acme',
)

export const insert = described(
  fields({
    insert: described(
      byTable(v.union([v.array(record), record]), () => '{ … }'),
      'Records by table, as in `world.records`.',
      {
        orgs: { alias: 'new-org' },
      },
    ),
  }),
  'Adds records to the world.',
)

export const update = described(
  fields({
    update: described(
      byTable(dictionary(v.string(), record), (id) => `{ ${id}: { … } }`),
      'By table and record (id or alias), the fields that change.',
      { orgs: { acme: { visibility: 'private' } } },
    ),
  }),
  'Changes fields of records.',
)

export const remove = described(
  fields({
    delete: described(
      byTable(v.union([reference, v.array(reference)]), (id) => `'${id}'`),
      'By table the records (id or alias) to delete, with everything that belongs to them.',
      { sessions: 'run-16' },
    ),
  }),
  'Deletes records.',
)

export const advance = described(
  fields({
    advance: described(duration, 'How far world time moves forward; what falls due meanwhile happens, in order.', '1h'),
  }),
  'Moves world time.',
)

const failedOperation = fields({
  operation: described(
    v.optional(reference),
    'The operation, or an execution of the workflow engine; without it every running operation that fits.',
  ),
  target: described(v.optional(reference), 'Only operations on this blob or revision.', 'weights'),
  error: described(v.optional(text), 'The error that the operation and its target then show.', 'internal_error'),
})

export const failOperation = described(
  fields({
    fail_operation: described(
      v.union([v.literal(true), failedOperation]),
      'Which running operation fails instead of finishing; `true` for the one this request started, or else every running one.',
      true,
    ),
  }),
  'Makes a long-running operation fail.',
)

export const changes = [insert, update, remove, advance, failOperation] as const

export type Change = v.InferInput<(typeof changes)[number]>
export interface ChangeSchema extends v.GenericSchema<Change> {}

export const changeSchema: ChangeSchema = keyed(changes, 'change')

export type FailOperation = v.InferInput<typeof failOperation>
