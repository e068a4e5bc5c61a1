/** Records that a deletion takes away, as the control API counts them. */
export interface Deleted {
  readonly deleted: number
  readonly tables: Readonly<Record<string, number>>
}

/** Tells what goes with a record of a table: `With it go 14 records that refer to it: members 3, blobs 11.` */
export function describeDeletion(table: string, { deleted, tables }: Deleted): string {
  if (deleted <= 1) return 'Nothing refers to it.'
  const others = Object.entries({ ...tables, [table]: (tables[table] ?? 1) - 1 }).filter(([, count]) => count > 0)
  const listed = others.map(([name, count]) => `${name} ${count.toLocaleString('en')}`).join(', ')
  return `With it ${deleted === 2 ? 'goes 1 record that refers' : `go ${(deleted - 1).toLocaleString('en')} records that refer`} to it${listed === '' ? '' : `: ${listed}`}.`
}
