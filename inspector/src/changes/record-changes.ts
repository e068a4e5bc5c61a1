/** A record that was inserted, changed or deleted. */
export interface RecordChange {
  readonly table: string
  readonly id: string
  readonly record: Readonly<Record<string, unknown>>
}

export interface FieldChange {
  readonly field: string
  readonly before: unknown
  readonly after: unknown
}

export interface RecordChanges {
  readonly inserted: readonly RecordChange[]
  readonly changed: readonly (RecordChange & { readonly fields: readonly FieldChange[] })[]
  readonly deleted: readonly RecordChange[]
}

/** Name of a record among those of its table: its alias, else its name, else its id. */
export function recordName({ id, record: { alias, name } }: RecordChange): string {
  if (typeof alias === 'string') return alias
  return typeof name === 'string' ? name : id
}

/** Counts records by table: `members 3, orgs 1`. */
export function countByTable(changes: readonly { readonly table: string }[]): string {
  const counts = new Map<string, number>()
  for (const { table } of changes) counts.set(table, (counts.get(table) ?? 0) + 1)
  return [...counts].map(([table, count]) => `${table} ${count}`).join(', ')
}
