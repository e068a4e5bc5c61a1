interface WholeRecord {
  readonly table: string
  readonly id: string
  readonly record: Readonly<Record<string, unknown>>
}

/** What an entry changed, as a bundle holds it. */
export interface TraceStep {
  readonly entry: number | null
  readonly inserted: readonly WholeRecord[]
  readonly changed: readonly (WholeRecord & { readonly fields: readonly { readonly field: string; readonly before?: unknown }[] })[]
  readonly deleted: readonly WholeRecord[]
}

export type Tables = ReadonlyMap<string, ReadonlyMap<string, Readonly<Record<string, unknown>>>>

/** The tables before or after an entry: those of the end, with the later steps taken back. Undefined for an entry that did not lead there. */
export function stateAt(end: Tables, trace: readonly TraceStep[], entry: number, when: string): Tables | undefined {
  const index = trace.findIndex((step) => step.entry === entry)
  if (index < 0) return undefined
  const tables = new Map([...end].map(([name, records]) => [name, new Map(records)]))
  const later = trace.slice(when === 'before' ? index : index + 1)
  for (const step of later.toReversed()) takeBack(tables, step)
  return tables
}

function takeBack(tables: ReadonlyMap<string, Map<string, Readonly<Record<string, unknown>>>>, { inserted, changed, deleted }: TraceStep): void {
  for (const { table, id } of inserted) tables.get(table)?.delete(id)
  for (const { table, id, fields } of changed) {
    const before = Object.fromEntries(fields.map((each) => [each.field, each.before]))
    tables.get(table)?.set(id, { ...tables.get(table)?.get(id), ...before })
  }
  for (const { table, id, record } of deleted) tables.get(table)?.set(id, record)
}
