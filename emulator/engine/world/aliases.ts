import type { TableWorld } from './definition.ts'

/** Users, organizations and blobs share one space of aliases; every other table has one of its own. */
const shared: readonly string[] = ['users', 'orgs', 'blobs']

/** The tables that share a space of aliases with `table`, which is one of them. */
function aliasSpace(table: string): readonly string[] {
  return shared.includes(table) ? shared : [table]
}

/** The record that holds an alias in the space of `table`, and the table it stands in. */
export function aliasHolder(
  world: TableWorld,
  table: string,
  alias: string,
): { readonly table: string; readonly noun: string; readonly id: string } | undefined {
  for (const name of aliasSpace(table)) {
    const collection = world.table(name)!
    const holder = collection.with('alias' as never, alias)
    if (holder !== undefined) return { table: name, noun: collection.definition.noun, id: holder.id }
  }
  return undefined
}
