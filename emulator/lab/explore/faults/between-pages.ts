import type { Change, ShownTableName } from '../../../engine/matching/schema-common.ts'
import { exploreFault } from '../fault.ts'
import type { ExperimentPlan } from '../plan.ts'
import { readListedItems, findListings, findListedTable } from '../listings.ts'
import { triggerCondition, type Point } from '../points.ts'

export const betweenPages = exploreFault({
  name: 'between-pages',
  group: 'paging',
  clauses: ['pagination.record.deleted-record'],
  severity: 62,
  lesson: 'Records can be inserted and deleted while a client walks a listing, even the record that a cursor names.',
  at(point, baseline) {
    const walked = findListings(baseline, 'record').includes(point) || findListings(baseline, 'opaque').includes(point)
    const items = walked ? readListedItems(point, baseline) : []
    const table = findListedTable(point, baseline)
    if (items.length === 0 || table === undefined) return []
    const last = items.at(-1)!.id
    const first = items[0]!.id
    return [
      deleted(point, table, last, 'last', 'the record that the cursor names is deleted after this page'),
      ...(first === last ? [] : [deleted(point, table, first, 'first', 'a record of this page is deleted after it')]),
    ]
  },
})

function deleted(point: Point, table: ShownTableName, id: string, variant: string, what: string): ExperimentPlan {
  const change: Change = { delete: { [table]: id } }
  return {
    variant,
    what,
    triggers: [{ when: { ...triggerCondition(point), at: 'after' }, do: [change] }],
    accepts: { by: 'truth', changes: [change] },
  }
}
