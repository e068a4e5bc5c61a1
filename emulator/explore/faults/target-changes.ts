import type { TableName } from '../../format/schema-common.ts'
import type { World } from '../../world/world.ts'
import { changeBefore } from '../change-before.ts'
import { exploreFault } from '../fault.ts'
import type { Point } from '../points.ts'

export const targetChanges = exploreFault({
  name: 'target-changes',
  group: 'change',
  clauses: [],
  severity: 55,
  lesson: 'What a call names can be deleted or renamed before it; somebody else may have been first.',
  at: (point, baseline) => namedBy(point, baseline.start).flatMap(({ table, id, alias }) => [
    changeBefore(point, baseline, `${table}-deleted`, `the ${table.replace(/s$/, '')} that it names is deleted before this call`, { delete: { [table]: id } }),
    ...(alias === undefined ? [] : [changeBefore(point, baseline, `${table}-renamed`, `the ${table.replace(/s$/, '')} that it names is renamed before this call`, { update: { [table]: { [id]: { alias: `${alias}-renamed` } } } })]),
    ...(table === 'revisions' ? [changeBefore(point, baseline, 'already-reset', 'somebody else reset the revision before this call', { update: { revisions: { [id]: { status: 'ready', failed_operation: null } } } })] : []),
  ]),
})

interface Named {
  readonly table: TableName
  readonly id: string
  readonly alias: string | undefined
}

/** Records that path parameters and fields of a call name, and that were there before the run. */
function namedBy({ entry }: Point, start: World): Named[] {
  const sent = { ...entry.request.params, ...(isFields(entry.request.body) ? entry.request.body : {}) }
  return Object.entries(sent).flatMap(([name, value]): Named[] => {
    const table = (name === 'target_id' ? `${String(sent['target'])}s` : name.endsWith('_id') ? `${name.slice(0, -3)}s` : '') as TableName
    if (table === 'users' || typeof value !== 'string' || name.startsWith('start_')) return []
    const record = start.table(table)?.find(value) as { id: string; alias?: string | null } | undefined
    return record === undefined ? [] : [{ table, id: record.id, alias: record.alias ?? undefined }]
  })
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
