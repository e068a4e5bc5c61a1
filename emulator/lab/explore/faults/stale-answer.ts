import { exploreFault, type PlainRun } from '../fault.ts'
import type { Order, ExperimentPlan } from '../plan.ts'
import { orderSettings } from '../orders.ts'
import { isRead, triggerCondition, type Point } from '../points.ts'
import type { Change } from '../../../engine/matching/schema-common.ts'
import { readListedItems, findListedTable } from '../listings.ts'
import { findNamedRecords } from '../named-records.ts'

export const staleAnswer = exploreFault({
  name: 'stale-answer',
  group: 'order',
  clauses: [],
  severity: 73,
  lesson:
    'Of two answers to the same request, the one that comes last may be the older: use the answer to the request that was sent last.',
  at: (point, baseline) => {
    const later = sameAgain(point, baseline)
    const changed = later === undefined ? undefined : visibleChange(point, baseline)
    if (later === undefined || changed === undefined) return []
    const { change, what } = changed
    const answeredIn = (order: Order): ExperimentPlan => ({
      what: `${what} between two concurrent reads, and the older answer comes last`,
      triggers: [{ when: { ...triggerCondition(point), at: 'after' }, do: [change] }],
      order,
      settings: orderSettings([point, later], order, 'answered'),
    })
    return [{ ...answeredIn([2, 1]), accepts: { by: 'truth', changes: [change], inTurn: answeredIn([1, 2]) } }]
  },
})

/** The last concurrent call that asks for the same. */
function sameAgain(point: Point, { concurrent }: PlainRun): Point | undefined {
  const group = concurrent.find((each) => each.includes(point)) ?? []
  const same = group.filter((other) => isRead(other) && describeRequest(other) === describeRequest(point))
  return same[0] === point ? same.slice(1).at(-1) : undefined
}

function describeRequest({ unit, via, entry: { request } }: Point): string {
  return JSON.stringify([unit, via, request.url, request.body])
}

/** A change by another writer that alters the answer to this read; undefined if there is none. */
function visibleChange(point: Point, baseline: PlainRun): { change: Change; what: string } | undefined {
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
