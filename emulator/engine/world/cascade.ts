import type { Records, Reference, TableDefinition, TableWorld } from './definition.ts'
import type { BaseRecord } from './row.ts'
import { tables } from './tables/index.ts'

interface CascadeHolder {
  readonly table: string
  readonly reference: Reference
  /** Value of the sibling field that tells the kind of target, if there is one. */
  readonly kind: string | undefined
}

const definitions = Object.values(tables) as unknown as TableDefinition[]
let holders: Map<string, CascadeHolder[]> | undefined

/** Deletes a record and all that refer to it, directly or indirectly. Returns the number of deleted records. */
export function cascade(world: TableWorld, table: string, id: string): number {
  // By table, because a fixture may give records of two tables the same id.
  const doomed = new Map<string, Set<string>>()
  const cleared: { table: string; id: string; field: string }[] = []
  const queue = world.table(table)!.get(id) ? [{ name: table, key: id }] : []
  // Grows during the iteration.
  for (const { name, key } of queue) {
    const ids = doomed.get(name)
    if (ids?.has(key)) continue
    if (ids === undefined) doomed.set(name, new Set([key]))
    else ids.add(key)
    for (const holder of (holders ??= findHolders()).get(name)!) {
      for (const record of referring(world, holder, key)) {
        if (holder.reference.onDelete === 'cascade') queue.push({ name: holder.table, key: record.id })
        else cleared.push({ table: holder.table, id: record.id, field: holder.reference.field })
      }
    }
  }
  for (const { table: name, id: key, field } of cleared) {
    if (!doomed.get(name)?.has(key)) world.table(name)!.update(key, { [field]: null } as never)
  }
  const gone: (() => void)[] = []
  let deleted = 0
  for (const [name, ids] of doomed) {
    const table = world.table(name)!
    const { removed } = table.definition
    if (removed !== undefined)
      for (const key of ids) {
        const record = table.get(key)!
        gone.push(() => removed(world, record))
      }
    table.removeRows(ids)
    deleted += ids.size
  }
  for (const tell of gone) tell()
  return deleted
}

const none: readonly BaseRecord[] = []

function referring(world: TableWorld, holder: CascadeHolder, id: string): readonly BaseRecord[] {
  const collection = world.table(holder.table) as unknown as Records<BaseRecord & Record<string, unknown>>
  const range = collection.by(holder.reference.short, id)
  // Usually there is none, and looking for the first is cheaper than iterating.
  if (range.first() === undefined) return none
  const records = [...range]
  const { table } = holder.reference
  return typeof table === 'string' ? records : records.filter((record) => record[table.by] === holder.kind)
}

/** References to each table. */
export function findHolders(): Map<string, CascadeHolder[]> {
  const found = new Map<string, CascadeHolder[]>(definitions.map(({ name }) => [name, []]))
  for (const definition of definitions) {
    for (const reference of definition.references) {
      const targets =
        typeof reference.table === 'string'
          ? [[undefined, reference.table] as const]
          : Object.entries(reference.table.tables)
      for (const [kind, name] of targets) found.get(name)?.push({ table: definition.name, reference, kind })
    }
  }
  return found
}
