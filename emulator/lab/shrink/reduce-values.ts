import { tables, type TableName } from '../../engine/world/tables/index.ts'
import type { TableDefinition } from '../../engine/world/definition.ts'
import { findLeast } from './find-least.ts'
import { smallerValues } from './smaller-values.ts'
import { listTableRecords, takeRecords } from './take-records.ts'
import type { Tries } from './tries.ts'

/**
 * Shortens texts, numbers and JSON: in all records of a table, then in as many records as possible. Returns true if a
 * value became smaller.
 */
export async function reduceValues(tries: Tries): Promise<boolean> {
  const before = tries.least
  for (const table of Object.keys(before.scenario.world?.records ?? {}))
    for (const name of listFields(table as TableName)) await reduceField(tries, table, name)
  return tries.least !== before
}

/** Fields with values of their own: no names of records, and no secrets. */
function listFields(table: TableName): string[] {
  const { schemaEntries, references, unique } = tables[table] as unknown as TableDefinition
  const names = new Set([
    'id',
    ...(unique as readonly string[]),
    ...references.flatMap(({ field, short }) => [field, short]),
  ])
  return Object.keys(schemaEntries).filter((name) => !names.has(name))
}

async function reduceField(tries: Tries, table: string, name: string): Promise<void> {
  // Each round makes one step for as many records as possible.
  for (let isSmaller = true; isSmaller;) isSmaller = await takeStep(tries, table, name)
}

async function takeStep(tries: Tries, table: string, name: string): Promise<boolean> {
  const records = listTableRecords(tries, table)
  const steps = records.map((record) => (name in record ? smallerValues(record[name]) : []))
  const most = Math.max(0, ...steps.map(({ length }) => length))
  for (let n = 0; n < most; n++) {
    const open = [...steps.keys()].filter((index) => steps[index]!.length > n)
    const kept = await findLeast(
      open,
      (same) => {
        const changed = new Set(open)
        for (const index of same) changed.delete(index)
        return takeRecords(tries, table, (record, index) =>
          changed.has(index) ? { ...record, [name]: steps[index]![n] } : record,
        )
      },
      { kind: () => name, enough: 2 },
    )
    if (kept.length < open.length) return true
  }
  return false
}
