import * as v from 'valibot'
import { anyFields } from '../../engine/checking/strict.ts'
import { nearest } from '../../engine/checking/near-miss.ts'
import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import type { Emulator } from '../../host/emulator.ts'
import { tableNames, type ArrangedTable, type ArrangedWorld } from '../../engine/world/arrange.ts'
import { decodeBytes, encodeBytes } from '../../engine/world/bytes.ts'
import type { BaseRecord } from '../../engine/world/row.ts'
import { ControlError } from './definition.ts'
import { storedIds } from '../../engine/world/vary-ids.ts'
import { hostOf } from '../../host/instance-of.ts'

/** A record as the control API shows it: every field, secrets too; binary content as `{base64}`. */
export const recordShape = v.looseObject({ id: v.string() })
export const recordFields = anyFields

/** `world`: the tables, where they are not those of the emulator now. */
export function findTable(emulator: Emulator, name: string, world: ArrangedWorld = emulator.world): ArrangedTable {
  const table = world.table(name)
  if (table !== undefined) return table
  const near = nearest(name, tableNames)
  throw new ControlError(
    'table_not_found',
    `There is no table '${name}'${near === undefined ? `; there are ${tableNames.join(', ')}` : `, did you mean '${near}'?`}`,
  )
}

export function findRecord(emulator: Emulator, table: string, reference: string, world?: ArrangedWorld): BaseRecord {
  const record = findTable(emulator, table, world).get(reference)
  if (record !== undefined) return record
  throw new ControlError('record_not_found', `The table '${table}' holds no record '${reference}'.`)
}

/** Fields from JSON, with `{base64}` as bytes where the table holds bytes. */
export function received(
  emulator: Emulator,
  table: string,
  fields: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const { world } = hostOf(emulator)
  return decodeBytes(storedIds(world, fields), world.table(table)?.definition.binary ?? [])
}

export const shownRecord = encodeBytes

/** A number that came as the text of a query parameter. */
export function numberIn(name: string, text: string | undefined, standard: number, max: number): number {
  if (text === undefined) return standard
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0
  if (number >= 1 && number <= max) return number
  throw new EmulatorError(`query parameter ${name}: expected an integer from 1 to ${max}, got '${text}'`)
}
