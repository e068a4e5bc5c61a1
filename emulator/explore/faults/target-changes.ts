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
  lesson: 'What a call names can be deleted or renamed before it; another writer may have been first.',
  at: (point, baseline) => namedBy(point, baseline.start).flatMap(({ table, id, alias, sent, record }) => [
    changeBefore(point, baseline, `${table}-deleted`, `the ${table.replace(/s$/, '')} that it names is deleted before this call`, { delete: { [table]: id } }),
    ...(alias === undefined ? [] : [changeBefore(point, baseline, `${table}-renamed`, `the ${table.replace(/s$/, '')} that it names is renamed before this call`, { update: { [table]: { [id]: { alias: `${alias}-renamed` } } } })]),
    ...(alias === undefined || sent !== alias || !(table in successors) ? [] : [changeBefore(
      point, baseline, `${table}-succeeded`, `the ${table.replace(/s$/, '')} that it names is renamed before this call, and another takes its alias`,
      { update: { [table]: { [id]: { alias: `${alias}-renamed` } } } }, { insert: { [table]: { alias, ...successors[table]!(record) } } },
    )]),
    ...(table === 'revisions' ? [changeBefore(point, baseline, 'already-reset', 'another writer reset the revision before this call', { update: { revisions: { [id]: { status: 'ready', failed_operation: null } } } })] : []),
  ]),
})

type Fields = Readonly<Record<string, unknown>>

/** What a record has to say that takes the alias of another: it stands where the other does. */
const successors: Partial<Record<TableName, (record: Fields) => object>> = {
  orgs: () => ({ name: 'Successor' }),
  blobs: ({ org_id: org, type }) => ({ org, name: 'Successor', type }),
  definitions: ({ org_id: org, category, body }) => ({ org, category, body }),
  sessions: ({ org_id: org }) => ({ org }),
}

interface Named {
  readonly table: TableName
  readonly id: string
  readonly alias: string | undefined
  /** How the call names it. */
  readonly sent: string
  readonly record: Fields
}

/** Records that path parameters and fields of a call name, and that were there before the run. */
function namedBy({ entry }: Point, start: World): Named[] {
  const sent = { ...entry.request.params, ...(isFields(entry.request.body) ? entry.request.body : {}) }
  return Object.entries(sent).flatMap(([name, value]): Named[] => {
    const table = (name === 'target_id' ? `${String(sent['target'])}s` : name.endsWith('_id') ? `${name.slice(0, -3)}s` : '') as TableName
    if (table === 'users' || typeof value !== 'string' || name.startsWith('start_')) return []
    const record = start.table(table)?.find(value) as Fields & { id: string; alias?: string | null } | undefined
    return record === undefined ? [] : [{ table, id: record.id, alias: record.alias ?? undefined, sent: value, record }]
  })
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
