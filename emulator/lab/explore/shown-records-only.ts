import type { Change } from '../../engine/matching/schema-common.ts'
import type { Observed } from '../engine/world-subject.ts'
import type { PlainRun } from './fault.ts'
import type { ExperimentPlan } from './plan.ts'
import { readListedItems, findListings, findListedTable } from './listings.ts'
import { findNamedRecords } from './named-records.ts'
import { findPoints, type Point } from './points.ts'

/**
 * Plans a world that holds only the records that a run saw in its listings; undefined if it read each listing to its
 * end. A client with an unchanged output there took a part for the whole; one with another output knew that there is
 * more.
 */
export function planShownRecordsOnly(run: Observed, baseline: PlainRun): ExperimentPlan | undefined {
  const points = findPoints(run.entries())
  const own = { ...baseline, points }
  const walked = [...findListings(own, 'opaque'), ...findListings(own, 'record')]
  const unfinished = lastOfEach(walked).filter((point) => !isExhausted(point, baseline))
  const tables = new Set(unfinished.flatMap((point) => findListedTable(point, baseline) ?? []))
  if (tables.size === 0) return undefined
  const known = new Set(
    [
      ...walked.flatMap((point) => readListedItems(point, baseline)),
      ...points.flatMap((point) => findNamedRecords(point, baseline.start)),
    ].map(({ id }) => id),
  )
  const before = [...tables].flatMap((table): Change[] =>
    Array.from(baseline.start.table(table)!.rows(), ({ record }) => record.id)
      .filter((id) => !known.has(id))
      .map((id) => ({ delete: { [table]: id } })),
  )
  return { what: 'there is no more than it was shown', settings: { trailing_page: false }, before }
}

function lastOfEach(walked: readonly Point[]): Point[] {
  return [...new Map(walked.map((point) => [point.unit, point])).values()]
}

function isExhausted({ unit, entry }: Point, { units }: PlainRun): boolean {
  const shape = units.get(unit)?.page
  const body = entry.response?.body as Record<string, unknown> | null
  const fields = (body?.['result'] ?? body ?? {}) as Record<string, unknown>
  return fields[shape?.kind === 'record' ? `last_${shape.noun}_id` : 'cursor'] === null
}
