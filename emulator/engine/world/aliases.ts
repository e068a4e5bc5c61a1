import type { TableWorld } from './definition.ts'

/** Tables that share one namespace of aliases; every other table has its own. */
const shared: readonly string[] = ['users', 'orgs', 'blobs']

/** Tables in the alias namespace of `table`. */
function aliasSpace(table: string): readonly string[] {
  return shared.includes(table) ? shared : [table]
}

/** Record that holds an alias in the namespace of `table`, with its table. */
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

/** Aliases of the records of a table, in order of creation. */
export function* aliasesIn(collection: { rows(): Iterable<{ readonly record: object }> }): Generator<string> {
  for (const { record } of collection.rows()) {
    const { alias } = record as { readonly alias?: unknown }
    if (typeof alias === 'string') yield alias
  }
}
