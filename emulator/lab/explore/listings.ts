import type { ShownTableName } from '../../engine/matching/schema-common.ts'
import type { PageShape } from '../../engine/kernel/pages.ts'
import type { PlainRun } from './fault.ts'
import type { Point } from './points.ts'

/** Calls that listed records with this kind of pagination. */
export function findListings({ points, units }: PlainRun, kind: PageShape['kind']): Point[] {
  return points.filter(({ unit, entry }) => units.get(unit)?.page?.kind === kind && isSuccess(entry))
}

function isSuccess({ error, response }: Point['entry']): boolean {
  return error === null && (response?.status ?? 200) < 400
}

/** Records of a page. */
export function readListedItems({ unit, entry }: Point, { units }: PlainRun): { readonly id: string }[] {
  const items = units.get(unit)?.page?.items
  const body = entry.response?.body as Record<string, unknown> | null
  const fields = (body?.['result'] ?? body) as Record<string, unknown> | null
  return items === undefined || fields === null ? [] : ((fields[items] ?? []) as { id: string }[])
}

const tables: Readonly<Record<string, ShownTableName>> = {
  events: 'session_events',
  items: 'thread_items',
  elements: 'graph_elements',
  neighbors: 'graph_elements',
}

/** Table that a listing reads. */
export function findListedTable(point: Point, { units, start }: PlainRun): ShownTableName | undefined {
  const items = units.get(point.unit)?.page?.items
  if (items === undefined) return undefined
  if (point.unit === 'workflow.list_execution_events') return 'execution_events'
  if (point.unit === 'scheduler.list_executions') return 'firings'
  const table = tables[items] ?? items
  return start.table(table) === undefined ? undefined : (table as ShownTableName)
}
