import * as v from 'valibot'
import { anyFields } from '../../engine/checking/strict.ts'
import { nearest } from '../../engine/checking/near-miss.ts'
import type { Emulator } from '../../host/emulator.ts'
import { type ArrangedTable, type ArrangedWorld, tableNames } from '../../engine/world/arrange.ts'
import { aliasesIn } from '../../engine/world/aliases.ts'
import { decodeBytes, encodeBytes } from '../../engine/world/bytes.ts'
import type { BaseRecord } from '../../engine/world/row.ts'
import { ControlError, control } from './definition.ts'
import { storedId, storedIds } from '../../engine/world/vary-ids.ts'
import { hostOf } from '../../host/instance-of.ts'
import { parseQueryNumber } from './query-number.ts'
import { traceErrors } from './errors.ts'
import { momentQuery, tablesAt } from './state-at.ts'
import { isUuid } from '../../contract/uuid.ts'

/** A record as the control API shows it: every field, secrets too; binary content as `{base64}`. */
const recordShape = v.looseObject({ id: v.string() })
const recordFields = anyFields

/** `world`: the tables, where they are not those of the emulator now. */
function findTable(emulator: Emulator, name: string, world: ArrangedWorld = emulator.world): ArrangedTable {
  const table = world.table(name)
  if (table !== undefined) return table
  const near = nearest(name, tableNames)
  throw new ControlError(
    'table_not_found',
    `There is no table '${name}'${near === undefined ? `; there are ${tableNames.join(', ')}` : `, did you mean '${near}'?`}`,
  )
}

function findRecord(emulator: Emulator, table: string, reference: string, world?: ArrangedWorld): BaseRecord {
  const record = findTable(emulator, table, world).get(reference)
  if (record !== undefined) return record
  const near = nearest(reference, aliasesIn(hostOf(emulator).world.table(table)!))
  throw new ControlError(
    'record_not_found',
    `The table '${table}' holds no record '${reference}'${near === undefined ? '.' : `, did you mean '${near}'?`}`,
  )
}

/** Fields from JSON, with `{base64}` as bytes where the table holds bytes. */
function received(
  emulator: Emulator,
  table: string,
  fields: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const { world } = hostOf(emulator)
  return decodeBytes(storedIds(world, fields), world.table(table)?.definition.binary ?? [])
}

const shownRecord = encodeBytes

export const listRecords = control({
  method: 'GET',
  path: '/state/:table',
  name: 'list_records',
  summary: 'Records of a table in order of creation. `next` is the `after` of the next page, null at the end.',
  query: {
    ...momentQuery,
    after: v.optional(v.pipe(v.string(), v.description('Id or alias of the last record of the page before.'))),
    limit: v.optional(v.pipe(v.string(), v.description('Records of a page: 1 to 1000, default 100.'))),
  },
  returns: v.strictObject({ records: v.array(recordShape), next: v.nullable(v.string()) }),
  errors: ['table_not_found', ...traceErrors],
  handle({ emulator, params, query }) {
    const limit = parseQueryNumber('limit', query.limit, 100, 1_000)
    const records = findTable(emulator, params.table, tablesAt(emulator, query)).page(limit + 1, query.after)
    const page = records.slice(0, limit)
    return { records: page.map(shownRecord), next: records.length > limit ? page.at(-1)!.id : null }
  },
})

export const getRecord = control({
  method: 'GET',
  path: '/state/:table/:id',
  name: 'get_record',
  summary: 'A record by id or alias, as it is or as it was.',
  query: momentQuery,
  returns: v.strictObject({ record: recordShape }),
  errors: ['table_not_found', 'record_not_found', ...traceErrors],
  handle: ({ emulator, params, query }) => ({
    record: shownRecord(findRecord(emulator, params.table, params.id, tablesAt(emulator, query))),
  }),
})

export const createRecord = control({
  method: 'POST',
  path: '/state/:table',
  name: 'create_record',
  summary:
    'Adds a record. What it leaves out is derived; references take an alias or an id. A bad record changes nothing.',
  body: recordFields,
  returns: v.strictObject({ record: recordShape }),
  status: 201,
  errors: ['table_not_found'],
  handle({ emulator, params, body }) {
    const table = findTable(emulator, params.table)
    return { record: shownRecord(table.insert(received(emulator, params.table, body))) }
  },
})

export const putRecord = control({
  method: 'PUT',
  path: '/state/:table/:id',
  name: 'put_record',
  summary:
    'Changes the fields given of the record with this id or alias, or adds a record with it. A bad record changes nothing.',
  body: recordFields,
  returns: v.strictObject({ record: recordShape }),
  errors: ['table_not_found'],
  handle({ emulator, params, body }) {
    const table = findTable(emulator, params.table)
    const fields = received(emulator, params.table, body)
    const reference = storedId(hostOf(emulator).world, params.id)
    if (table.get(reference) !== undefined) return { record: shownRecord(table.update(reference, fields)) }
    const name = isUuid(reference) ? { id: reference } : { alias: reference }
    return { record: shownRecord(table.insert({ ...fields, ...name })) }
  },
})

export const deleteRecord = control({
  method: 'DELETE',
  path: '/state/:table/:id',
  name: 'delete_record',
  summary:
    'Deletes a record and everything that refers to it. `deleted` counts them, `tables` by table. With `dry_run=true` nothing changes.',
  query: {
    dry_run: v.optional(
      v.pipe(v.picklist(['true', 'false']), v.description('`true`: tells what would go, and deletes nothing.')),
    ),
  },
  returns: v.strictObject({ deleted: v.number(), tables: v.record(v.string(), v.number()) }),
  errors: ['table_not_found', 'record_not_found'],
  handle({ emulator, params, query }) {
    const { id } = findRecord(emulator, params.table, params.id)
    const world = (query.dry_run === 'true' ? emulator.fork() : emulator).world
    const before = countRecords(world)
    const deleted = world.table(params.table)!.delete(id)
    const after = countRecords(world)
    const gone = Object.entries(before).map(([name, count]) => [name, count - after[name]!] as const)
    return { deleted, tables: Object.fromEntries(gone.filter(([, count]) => count > 0)) }
  },
})

function countRecords(world: ArrangedWorld): Record<string, number> {
  return Object.fromEntries(tableNames.map((name) => [name, world.table(name)!.size]))
}
