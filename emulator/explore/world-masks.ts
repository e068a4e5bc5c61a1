import type { TableName } from '../world/tables/index.ts'
import { GONE, type Canonical, type WorldMasks } from './canonical.ts'
import { masked, masksOf } from './output.ts'

/** Where two runs without a fault made records that differ by themselves: what a client draws, or reads from its own clock. */
export function worldMasksOf(first: Canonical, second: Canonical): WorldMasks {
  const masks = new Map<TableName, ReadonlySet<string>>()
  for (const table of new Set([...first.tables.keys(), ...second.tables.keys()])) {
    const paths = pathsOf((first.tables.get(table) ?? []).map(fieldsOfText), (second.tables.get(table) ?? []).map(fieldsOfText))
    if (paths.size > 0) masks.set(table, paths)
  }
  return masks
}

/**
 * Where the records of a table differ. What is found of one pair is left out of the others before these are looked at, so that a record is
 * compared with all others once for each path, however many there are.
 */
function pathsOf(first: readonly unknown[], second: readonly unknown[]): Set<string> {
  const paths = new Set<string>()
  for (let [left, right] = [first, second]; ;) {
    [left, right] = [without(left, right, paths), without(right, left, paths)]
    const nearest = right.map((other, place) => ({ place, apart: pathsApart(left[0], other) })).toSorted((a, b) => a.apart.length - b.apart.length)[0]
    if (left.length === 0 || nearest === undefined) return paths
    for (const path of nearest.apart) paths.add(path)
    // These two are done, also where one has a field that the other lacks, which no path hides.
    left = left.slice(1)
    right = right.toSpliced(nearest.place, 1)
  }
}

/** Of these records those that no other one is the same as, each counted once, apart from what the paths lead to. */
function without(records: readonly unknown[], others: readonly unknown[], paths: ReadonlySet<string>): unknown[] {
  const counts = new Map<string, number>()
  for (const other of others) counts.set(textOf(other, paths), (counts.get(textOf(other, paths)) ?? 0) + 1)
  return records.filter((record) => {
    const text = textOf(record, paths)
    const left = counts.get(text) ?? 0
    counts.set(text, left - 1)
    return left <= 0
  })
}

/** References are left out: `pathsApart`. */
function textOf(record: unknown, paths: ReadonlySet<string>): string {
  return JSON.stringify(masked(record, paths), (name, value: unknown) => (name.endsWith('_id') ? undefined : value))
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
