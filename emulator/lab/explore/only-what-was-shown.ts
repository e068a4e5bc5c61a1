import type { Change } from '../../engine/matching/schema-common.ts'
import type { Observed } from './experiment.ts'
import type { Baseline } from './fault.ts'
import type { Plan } from './plan.ts'
import { listedItems, listsBy, listedTable } from './listings.ts'
import { namedBy } from './named-records.ts'
import { findPoints, type Point } from './points.ts'

/**
 * The world in which what a run was shown of its listings is all that there is; undefined where it walked each of them to its end. A client
 * that says there what it said of a part took the part for all; one that says something else knew that there is more.
 */
export function onlyWhatWasShown(run: Observed, baseline: Baseline): Plan | undefined {
  const points = findPoints(run.entries())
  const own = { ...baseline, points }
  const walked = [...listsBy(own, 'opaque'), ...listsBy(own, 'record')]
  const unfinished = lastOfEach(walked).filter((point) => !isExhausted(point, baseline))
  const tables = new Set(unfinished.flatMap((point) => listedTable(point, baseline) ?? []))
  if (tables.size === 0) return undefined
  const known = new Set(
    [
      ...walked.flatMap((point) => listedItems(point, baseline)),
      ...points.flatMap((point) => namedBy(point, baseline.start)),
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

function isExhausted({ unit, entry }: Point, { units }: Baseline): boolean {
  const shape = units.get(unit)?.page
  const body = entry.response?.body as Record<string, unknown> | null
  const fields = (body?.['result'] ?? body ?? {}) as Record<string, unknown>
  return fields[shape?.kind === 'record' ? `last_${shape.noun}_id` : 'cursor'] === null
}
