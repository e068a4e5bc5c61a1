import { isUuid } from '../../contract/uuid.ts'
import { tableNames } from '../../engine/world/arrange.ts'
import { encodeBytes } from '../../engine/world/bytes.ts'
import type { Draft, Reference, TableDefinition } from '../../engine/world/definition.ts'
import type { World } from '../../engine/world/world.ts'
import type { Fields } from '../../engine/checking/is-object.ts'

export type Records = Readonly<Record<string, readonly Fields[]>>

/** Number of records that a person would count: of all tables but the internal ones. */
export function countRecords(world: World): number {
  return tableNames.reduce((count, table) => count + world.table(table)!.size, 0)
}

/**
 * The records of a starting world as a scenario has them: with ids, with aliases as references, and without fields that
 * the table derives.
 */
export function writeRecords(world: World): Records {
  return Object.fromEntries(
    tableNames.flatMap((name): [string, Fields[]][] => {
      const table = world.table(name)!
      if (table.size === 0) return []
      const definition = table.definition as unknown as TableDefinition
      return [[name, Array.from(table.rows(), ({ record }) => writeRecord(world, definition, record))]]
    }),
  )
}

function writeRecord(world: World, definition: TableDefinition, record: { readonly id: string }): Fields {
  const { references, schemaEntries } = definition
  const kept = withoutDerived(world, definition, record as Draft)
  return Object.fromEntries(
    Object.entries(encodeBytes(kept)).map(([name, value]) => {
      const reference = references.find(({ field }) => field === name)
      if (reference === undefined || typeof value !== 'string') return [name, value]
      const shown = findAlias(world, reference, record as unknown as Fields, value) ?? value
      return [reference.short in schemaEntries ? name : reference.short, shown]
    }),
  )
}

/** Removes fields one by one that the table derives from the others. */
function withoutDerived(world: World, { derive, secrets }: TableDefinition, record: Draft): Draft {
  let kept = record
  for (const name of Object.keys(derive(record, world))) {
    // Deriving a secret would draw one.
    if ((secrets as readonly string[]).includes(name) || kept[name] === undefined) continue
    const { [name]: value, ...rest } = kept
    const given = (derive(rest as Draft, world) as Fields)[name]
    if (given === value || JSON.stringify(given) === JSON.stringify(value)) kept = rest as Draft
  }
  return kept
}

/** The alias of a referenced record; undefined if it has none by which it can be found. */
function findAlias(world: World, { table }: Reference, record: Fields, id: string): string | undefined {
  const name = typeof table === 'string' ? table : table.tables[String(record[table.by])]
  const target = name === undefined ? undefined : world.table(name)
  const { alias } = (target?.get(id) ?? {}) as { readonly alias?: unknown }
  if (typeof alias !== 'string' || isUuid(alias)) return undefined
  return target!.find(alias)?.id === id ? alias : undefined
}
