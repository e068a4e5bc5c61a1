import type { ControlAnswer } from '../../../emulator/host/control-api/control-api.ts'
import type { Fields } from './records.ts'

/** Description of a table. */
export type Table = ControlAnswer<'GET /tables'>['tables'][number]

/** Table that a field of this record refers to; undefined for a field that is no reference. */
export function referredTable(table: Table | undefined, field: string, record: Fields): string | undefined {
  const reference = table?.references.find((each) => each.field === field)
  if (reference === undefined || typeof record[field] !== 'string') return undefined
  return typeof reference.table === 'string'
    ? reference.table
    : reference.table.tables[String(record[reference.table.by])]
}

/** Tables and their fields that may refer to records of a table. */
export function referringFields(tables: readonly Table[], to: string): { table: string; field: string }[] {
  return tables.flatMap(({ name, references }) =>
    references
      .filter(({ table }) => (typeof table === 'string' ? table === to : Object.values(table.tables).includes(to)))
      .map(({ field }) => ({ table: name, field })),
  )
}
