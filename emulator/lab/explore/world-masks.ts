import { beyond } from '../../engine/checking/counts.ts'
import type { TableName } from '../../engine/world/tables/index.ts'
import { GONE, listRecords, listTables, type Canonical, type WorldMasks } from './canonical.ts'
import { masked, findMasks } from './output.ts'

/** Where two runs without a fault made records that differ by themselves: what a client draws, or reads from its own clock. */
export function findWorldMasks(first: Canonical, second: Canonical): WorldMasks {
  const masks = new Map<TableName, ReadonlySet<string>>()
  for (const table of listTables(first, second)) {
    const paths = findPaths(listRecords(first, table).map(parseRecord), listRecords(second, table).map(parseRecord))
    if (paths.size > 0) masks.set(table, paths)
  }
  return masks
}

/**
 * Where the records of a table differ. What is found of one pair is left out of the others before these are looked at, so that a record is
 * compared with all others once for each path, however many there are.
 */
function findPaths(first: readonly unknown[], second: readonly unknown[]): Set<string> {
  const paths = new Set<string>()
  for (let [left, right] = [first, second]; ;) {
    const key = (record: unknown) => recordText(record, paths)
    ;[left, right] = [beyond(left, right, key), beyond(right, left, key)]
    const nearest = right
      .map((other, place) => ({ place, apart: pathsApart(left[0], other) }))
      .toSorted((a, b) => a.apart.length - b.apart.length)[0]
    if (left.length === 0 || nearest === undefined) return paths
    for (const path of nearest.apart) paths.add(path)
    // These two are done, also where one has a field that the other lacks, which no path hides.
    left = left.slice(1)
    right = right.toSpliced(nearest.place, 1)
  }
}

/** References are left out: `pathsApart`. */
function recordText(record: unknown, paths: ReadonlySet<string>): string {
  return JSON.stringify(masked(record, paths), (name, value: unknown) => (name.endsWith('_id') ? undefined : value))
}

function parseRecord(text: string): unknown {
  return text.startsWith(GONE) ? text : JSON.parse(text)
}

/** A reference to another record differs where that record does. Of two records of which one is gone no place differs: they have none. */
function pathsApart(one: unknown, other: unknown): string[] {
  return findMasks(one, other).filter((path) => path !== '' && !path.endsWith('_id'))
}

/** As reports name them: `sessions/alias`. */
export function formatMasks(masks: WorldMasks): string[] {
  return Array.from(masks).flatMap(([table, paths]) => Array.from(paths, (path) => `${table}${path}`))
}
