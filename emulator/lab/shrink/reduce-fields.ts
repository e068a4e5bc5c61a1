import type { Draft, TableDefinition } from '../../engine/world/definition.ts'
import { tables, type TableName } from '../../engine/world/tables/index.ts'
import { findLeast } from './find-least.ts'
import { listTableRecords, takeRecords, type TableFields } from './take-records.ts'
import type { Tries } from './tries.ts'

/**
 * Removes fields of records: of all records of a table, then of as many records as possible. Returns true if a removed
 * field was a reference, whose record may then be unneeded.
 */
export async function reduceFields(tries: Tries): Promise<boolean> {
  let hasFreed = false
  for (const table of Object.keys(tries.least.scenario.world?.records ?? {})) {
    const before = listNames(tries, table)
    await findLeast([...before], (kept) => {
      const names = new Set(kept)
      return takeRecords(tries, table, (record) => pick(record, (name) => names.has(name)))
    })
    const left = listNames(tries, table)
    for (const name of left) if (!isRequired(tries, table, name)) await leaveOutOfSome(tries, table, name)
    const freed = [...before].filter((name) => !left.has(name) && isReference(table, name))
    hasFreed ||= freed.length > 0
  }
  return hasFreed
}

async function leaveOutOfSome(tries: Tries, table: string, name: string): Promise<void> {
  const records = listTableRecords(tries, table)
  const holders = [...records.keys()].filter((index) => records[index]![name] !== undefined)
  if (holders.length < 2) return
  // A field that one record cannot do without, most others cannot either: `findLeast` asks for some of them.
  await findLeast(
    holders,
    (kept) => {
      const keepers = new Set(kept)
      return takeRecords(tries, table, (record, index) =>
        keepers.has(index) ? record : pick(record, (each) => each !== name),
      )
    },
    { kind: () => name, enough: 2 },
  )
}

/** True for a field that each record of its table has to name. */
function isRequired({ least: { world } }: Tries, table: string, name: string): boolean {
  const { schemaEntries, derive, references } = tables[table as TableName] as unknown as TableDefinition
  const field = references.find(({ short }) => short === name && !(short in schemaEntries))?.field ?? name
  const [row] = world.table(table)!.rows()
  const isDerived = row !== undefined && Object.hasOwn(derive(row.record as Draft, world), field)
  const isOptional = (schemaEntries[field] as { readonly type?: string } | undefined)?.type === 'optional'
  return field !== 'id' && !isDerived && !isOptional
}

function listNames(tries: Tries, table: string): Set<string> {
  return new Set(listTableRecords(tries, table).flatMap((record) => Object.keys(record)))
}

function isReference(table: string, name: string): boolean {
  const { references } = tables[table as TableName] as unknown as TableDefinition
  return references.some(({ field, short }) => field === name || short === name)
}

function pick(record: TableFields, isKept: (name: string) => boolean): TableFields {
  return Object.fromEntries(Object.entries(record).filter(([name]) => isKept(name)))
}
