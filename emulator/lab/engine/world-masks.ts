import { multisetDifference } from '../../engine/checking/counts.ts'
import type { TableName } from '../../engine/world/tables/index.ts'
import { GONE, listRecords, listTables, type Canonical, type WorldMasks } from './canonical.ts'
import { masked, findMasks } from './output.ts'

/**
 * Paths at which the records of two runs without a fault differ: values that a client draws, or reads from its own
 * clock.
 */
export function findWorldMasks(first: Canonical, second: Canonical): WorldMasks {
  const masks = new Map<TableName, ReadonlySet<string>>()
  for (const table of listTables(first, second)) {
    const paths = findPaths(listRecords(first, table).map(parseRecord), listRecords(second, table).map(parseRecord))
    if (paths.size > 0) masks.set(table, paths)
  }
  return masks
}

/**
 * Paths at which the records of a table differ. Paths found in one pair are ignored in the next, so that a record is
 * compared with all others once per path.
 */
function findPaths(first: readonly unknown[], second: readonly unknown[]): Set<string> {
  const paths = new Set<string>()
  for (let [left, right] = [first, second]; ;) {
    const key = (record: unknown) => recordText(record, paths)
    ;[left, right] = [multisetDifference(left, right, key), multisetDifference(right, left, key)]
    const nearest = right
      .map((other, place) => ({ place, apart: pathsApart(left[0], other) }))
      .toSorted((a, b) => a.apart.length - b.apart.length)[0]
    if (left.length === 0 || nearest === undefined) return paths
    for (const path of nearest.apart) paths.add(path)
    // Drop this pair, even if one record has a field that the other lacks: no path hides that.
    left = left.slice(1)
    right = right.toSpliced(nearest.place, 1)
  }
}

/** Text of a record without these paths and without its references (see `pathsApart`). */
function recordText(record: unknown, paths: ReadonlySet<string>): string {
  return JSON.stringify(masked(record, paths), (name, value: unknown) => (name.endsWith('_id') ? undefined : value))
}

function parseRecord(text: string): unknown {
  return text.startsWith(GONE) ? text : JSON.parse(text)
}

/**
 * Paths at which two records differ. References are skipped: they differ where their records do. A deleted record has
 * no paths.
 */
function pathsApart(one: unknown, other: unknown): string[] {
  return findMasks(one, other).filter((path) => path !== '' && !path.endsWith('_id'))
}

/** Formats masks for reports: `sessions/alias`. */
export function formatMasks(masks: WorldMasks): string[] {
  return Array.from(masks).flatMap(([table, paths]) => Array.from(paths, (path) => `${table}${path}`))
}
