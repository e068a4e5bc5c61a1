import { writeCitations } from '../../host/documents/citations.ts'
import { catalog } from '../../service/catalog.ts'

let citable: ReadonlyMap<string, readonly string[]> | undefined

/** Ids of the statements that answers of each unit can cite. */
function findCitable(): ReadonlyMap<string, readonly string[]> {
  return (citable ??= new Map(
    catalog.map((unit) => {
      const marks = writeCitations(unit, unit.kind === 'command' ? 'socket' : 'http')
      return [unit.id, [...marks['x-clauses'], ...marks['x-assumptions']]]
    }),
  ))
}

/** Statements that answers of a unit can cite. */
export const listCitable = (unit: string): readonly string[] => findCitable().get(unit) ?? []

let counts: ReadonlyMap<string, number> | undefined

/** Number of units whose answers can cite a statement. */
export function countUnits(id: string): number {
  if (counts === undefined) {
    const found = new Map<string, number>()
    for (const ids of findCitable().values()) for (const each of ids) found.set(each, (found.get(each) ?? 0) + 1)
    counts = found
  }
  return counts.get(id) ?? 0
}

/** True for a statement about most of the API: answers of more than a third of all units can cite it. */
export const isWide = (id: string): boolean => countUnits(id) > catalog.length / 3
