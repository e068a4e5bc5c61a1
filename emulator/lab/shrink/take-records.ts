import type { Tries } from './tries.ts'

export type TableFields = Readonly<Record<string, unknown>>

/** The records of a table in the scenario. */
export function listTableRecords({ least }: Tries, table: string): readonly TableFields[] {
  return (least.scenario.world?.records as Readonly<Record<string, readonly TableFields[]>> | undefined)?.[table] ?? []
}

/** Tries the scenario with other fields in the records of a table. */
export function takeRecords(
  tries: Tries,
  table: string,
  change: (record: TableFields, index: number) => TableFields,
): Promise<boolean> {
  const { world = {} } = tries.least.scenario
  const changed = listTableRecords(tries, table).map(change)
  return tries.take(() => tries.least.withWorld({ ...world, records: { ...world.records, [table]: changed } }))
}
