import type { ControlAnswer } from '../../../emulator/host/control-api/control-api.ts'

/** Records that a deletion takes away, as the control API counts them. */
type Deleted = ControlAnswer<'DELETE /state/:table/:id'>

/** Tells what goes with a record of a table: `With it go 14 records that refer to it: members 3, blobs 11.` */
export function describeDeletion(table: string, { deleted, tables }: Deleted): string {
  if (deleted <= 1) return 'Nothing refers to it.'
  const others = Object.entries({ ...tables, [table]: (tables[table] ?? 1) - 1 }).filter(([, count]) => count > 0)
  const listed = others.map(([name, count]) => `${name} ${count.toLocaleString('en')}`).join(', ')
  return `With it ${deleted === 2 ? 'goes 1 record that refers' : `go ${(deleted - 1).toLocaleString('en')} records that refer`} to it${listed === '' ? '' : `: ${listed}`}.`
}
