import type { World } from '../../engine/world/world.ts'
import type { Mutator } from './mutator.ts'

/** Undoes part of the write: restores the records that it deleted from a table, or a field that it changed. */
export const undo: Mutator<'undo'> = ({ table, field }, exchange, { before }) => {
  const { world } = exchange
  const then = world.fork()
  then.restore(before)
  if (field === undefined) putBack(world, then, table)
  else putFieldBack(world, then, table, field)
  return exchange
}

function putBack(world: World, then: World, name: string): void {
  const now = world.table(name)!
  for (const { record } of then.table(name)!.rows()) if (now.get(record.id) === undefined) now.insert(record as never)
}

function putFieldBack(world: World, then: World, name: string, field: string): void {
  const now = world.table(name)!
  for (const { record } of then.table(name)!.rows()) {
    const own = (record as unknown as Record<string, unknown>)[field]
    const changed = now.get(record.id) as unknown as Record<string, unknown> | undefined
    if (changed !== undefined && changed[field] !== own) now.update(record.id, { [field]: own } as never)
  }
}
