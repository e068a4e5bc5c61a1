import * as api from '../../host/control-api/records.ts'
import { nearest } from '../../engine/checking/near-miss.ts'
import type { Emulator } from '../../host/emulator.ts'
import { type ArrangedTable, type ArrangedWorld, tableNames } from '../../engine/world/arrange.ts'
import { aliasesIn } from '../../engine/world/aliases.ts'
import { decodeBytes, encodeBytes } from '../../engine/world/bytes.ts'
import type { BaseRecord } from '../../engine/world/row.ts'
import { ControlError, handle } from './handler.ts'
import { storedId, storedIds } from '../../engine/world/vary-ids.ts'
import { hostOf } from '../../host/instance-of.ts'
import { parseQueryNumber } from './query-number.ts'
import { tablesAt } from './state-at.ts'
import { isUuid } from '../../contract/uuid.ts'

/** Finds a table. `world`: default the current world of the emulator. */
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

/** Fields from JSON. Decodes `{base64}` for fields with bytes. */
function received(
  emulator: Emulator,
  table: string,
  fields: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const { world } = hostOf(emulator)
  return decodeBytes(storedIds(world, fields), world.table(table)?.definition.binary ?? [])
}

const shownRecord = encodeBytes

export const listRecords = handle(api.listRecords, ({ emulator, params, query }) => {
  const limit = parseQueryNumber('limit', query.limit, 100, 1_000)
  const records = findTable(emulator, params.table, tablesAt(emulator, query)).page(limit + 1, query.after)
  const page = records.slice(0, limit)
  return { records: page.map(shownRecord), next: records.length > limit ? page.at(-1)!.id : null }
})

export const getRecord = handle(api.getRecord, ({ emulator, params, query }) => ({
  record: shownRecord(findRecord(emulator, params.table, params.id, tablesAt(emulator, query))),
}))

export const createRecord = handle(api.createRecord, ({ emulator, params, body }) => {
  const table = findTable(emulator, params.table)
  return { record: shownRecord(table.insert(received(emulator, params.table, body))) }
})

export const putRecord = handle(api.putRecord, ({ emulator, params, body }) => {
  const table = findTable(emulator, params.table)
  const fields = received(emulator, params.table, body)
  const reference = storedId(hostOf(emulator).world, params.id)
  if (table.get(reference) !== undefined) return { record: shownRecord(table.update(reference, fields)) }
  const name = isUuid(reference) ? { id: reference } : { alias: reference }
  return { record: shownRecord(table.insert({ ...fields, ...name })) }
})

export const deleteRecord = handle(api.deleteRecord, ({ emulator, params, query }) => {
  const { id } = findRecord(emulator, params.table, params.id)
  const world = (query.dry_run === 'true' ? emulator.fork() : emulator).world
  const before = countRecords(world)
  const deleted = world.table(params.table)!.delete(id)
  const after = countRecords(world)
  const gone = Object.entries(before).map(([name, count]) => [name, count - after[name]!] as const)
  return { deleted, tables: Object.fromEntries(gone.filter(([, count]) => count > 0)) }
})

function countRecords(world: ArrangedWorld): Record<string, number> {
  return Object.fromEntries(tableNames.map((name) => [name, world.table(name)!.size]))
}
