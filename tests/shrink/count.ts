import type { Scenario } from '../../emulator/scenario/schema.ts'

/** Records above the smallest world that a shrunk one may have. */
export const MORE = 3

/** Counts the records of a scenario by table. */
export const count = ({ world = {} }: Scenario): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const [table, records] of Object.entries(world.records ?? {})) counts[table] = (records as object[]).length
  for (const [table, block] of Object.entries(world.generate ?? {})) counts[table] = (block as { count: number }).count
  return counts
}

export const sum = (counts: Readonly<Record<string, number>>) =>
  Object.values(counts).reduce((all, each) => all + each, 0)
