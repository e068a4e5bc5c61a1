import type { ControlAnswer } from '../../../emulator/host/control-api/control-api.ts'

/** Records that an entry inserted, changed and deleted, or in which two states differ. */
export type RecordChanges = Omit<ControlAnswer<'GET /journal/:number/changes'>, 'entry'>
/** A record that was inserted, changed or deleted. */
export type RecordChange = RecordChanges['inserted'][number]
export type FieldChange = RecordChanges['changed'][number]['fields'][number]

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
