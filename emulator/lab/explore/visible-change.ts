import type { Change } from '../../engine/matching/schema-common.ts'
import type { Baseline } from './fault.ts'
import { listedItems, listedTable } from './listings.ts'
import { namedBy } from './named-records.ts'
import type { Point } from './points.ts'

/** What another writer can change so that the answer to this read is another one; undefined where there is nothing. */
export function visibleChange(point: Point, baseline: Baseline): { change: Change; what: string } | undefined {
  const listed = listedItems(point, baseline).at(-1)
  const table = listedTable(point, baseline)
  if (listed !== undefined && table !== undefined)
    return { change: { delete: { [table]: listed.id } }, what: 'another writer deletes a record of the listing' }
  const named = namedBy(point, baseline.start).find(({ record }) => typeof record['name'] === 'string')
  if (named === undefined) return undefined
  return {
    change: {
      update: { [named.table]: { [named.id]: { name: `${String(named.record['name'])}, by another writer` } } },
    },
    what: 'another writer renames the record that is read',
  }
}
