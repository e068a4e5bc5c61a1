import type { Problem } from '../checking/problems.ts'
import { aliasHolder } from './aliases.ts'
import type { Collection } from './collection.ts'
import type { World } from './world.ts'

/** Values of a record that only one may have, and another record has; `ownId` is the record's own, where it replaces itself. */
export function takenProblems(world: World, { definition }: Collection, record: object, ownId?: string): Problem[] {
  return ['id', ...definition.unique].flatMap((field): Problem[] => {
    const value = (record as Record<string, unknown>)[field]
    if (typeof value !== 'string') return []
    const holder = holderOf(world, definition.name, field, value)
    if (holder === undefined || holder.id === ownId) return []
    const message =
      holder.table === definition.name
        ? `another record of '${definition.name}' has the ${field} '${value}'`
        : `the ${holder.noun} '${value}' has this alias: users, organizations and blobs share one space of aliases (A-64)`
    return [{ kind: 'value', path: [field], message, holder: { table: holder.table, field, value } }]
  })
}

function holderOf(
  world: World,
  table: string,
  field: string,
  value: string,
): { readonly table: string; readonly noun?: string; readonly id: string } | undefined {
  if (field === 'alias') return aliasHolder(world, table, value)
  const holder = world.table(table)!.with(field as never, value)
  return holder && { table, id: holder.id }
}
