import { tables } from '../world/tables/index.ts'
import type { World } from '../world/world.ts'
import type { Written } from './changes.ts'

/** Writes that lead from one world to another, for `summarize`: each record leaves the one and enters the other. */
export function diffTables(before: World, after: World): Written[] {
  return Object.values(tables).flatMap(({ name }, table) => [
    ...Array.from(before.table(name)!.rows(), (row) => ({ table, before: row, after: undefined }) as Written),
    ...Array.from(after.table(name)!.rows(), (row) => ({ table, before: undefined, after: row }) as Written),
  ])
}
