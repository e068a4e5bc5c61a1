import type { TableName } from '../world/tables/index.ts'
import { GONE, type Canonical, type WorldMasks } from './canonical.ts'
import { masksOf } from './output.ts'

/** Where two runs without a fault made records that differ by themselves: what a client draws, or reads from its own clock. */
export function worldMasksOf(first: Canonical, second: Canonical): WorldMasks {
  const masks = new Map<TableName, Set<string>>()
  for (const table of new Set([...first.tables.keys(), ...second.tables.keys()])) {
    const left = withoutEach(first.tables.get(table) ?? [], second.tables.get(table) ?? [])
    const right = withoutEach(second.tables.get(table) ?? [], first.tables.get(table) ?? []).map(fieldsOfText)
    for (const text of left) {
      const one = fieldsOfText(text)
      const nearest = right.map((other, place) => ({ place, paths: pathsApart(one, other) })).toSorted((a, b) => a.paths.length - b.paths.length)[0]
      if (nearest === undefined) break
      right.splice(nearest.place, 1)
      masks.set(table, new Set([...masks.get(table) ?? [], ...nearest.paths]))
    }
  }
  return masks
}

function withoutEach(texts: readonly string[], others: readonly string[]): string[] {
  const left = [...texts]
  for (const text of others) if (left.includes(text)) left.splice(left.indexOf(text), 1)
  return left
}

function fieldsOfText(text: string): unknown {
  return text.startsWith(GONE) ? text : JSON.parse(text)
}

/** A reference to another record differs where that record does. */
function pathsApart(one: unknown, other: unknown): string[] {
  return masksOf(one, other).filter((path) => !path.endsWith('_id'))
}

/** As reports name them: `sessions/alias`. */
export function namesOf(masks: WorldMasks): string[] {
  return Array.from(masks).flatMap(([table, paths]) => Array.from(paths, (path) => `${table}${path}`))
}
