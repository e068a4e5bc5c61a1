import type { Change } from '../../engine/matching/schema-common.ts'
import type { Baseline } from './fault.ts'
import { readListedItems, findListedTable } from './listings.ts'
import { findNamedRecords } from './named-records.ts'
import type { Point } from './points.ts'

/** A change by another writer that alters the answer to this read; undefined if there is none. */
export function visibleChange(point: Point, baseline: Baseline): { change: Change; what: string } | undefined {
  const listed = readListedItems(point, baseline).at(-1)
  const table = findListedTable(point, baseline)
  if (listed !== undefined && table !== undefined)
    return { change: { delete: { [table]: listed.id } }, what: 'another writer deletes a record of the listing' }
  const named = findNamedRecords(point, baseline.start).find(({ record }) => typeof record['name'] === 'string')
  if (named === undefined) return undefined
  return {
    change: {
      update: { [named.table]: { [named.id]: { name: `${String(named.record['name'])}, by another writer` } } },
    },
    what: 'another writer renames the record that is read',
  }
}
