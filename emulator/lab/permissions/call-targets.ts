import { tables } from '../../engine/world/tables/index.ts'
import type { TableDefinition } from '../../engine/world/definition.ts'
import type { BaseRecord } from '../../engine/world/row.ts'
import type { World } from '../../engine/world/world.ts'
import { findNamedRecords } from '../explore/named-records.ts'
import type { Exchange } from '../../engine/kernel/exchange.ts'
import { isObject } from '../../engine/checking/is-object.ts'

/** An organization or a blob. */
export interface CallTarget {
  readonly scope: 'org' | 'blob'
  readonly id: string
}

const scopes = new Map<string, CallTarget['scope']>([
  ['orgs', 'org'],
  ['blobs', 'blob'],
])

type TableReferences = Pick<TableDefinition, 'name' | 'references'>
const references = new Map(Object.values<TableReferences>(tables).map((table) => [table.name, table.references]))

/** Organizations and blobs in a call, and those that own the records in it. */
export function findTargets({ unit, params, body }: Exchange, before: World): CallTarget[] {
  const found = new Map<string, CallTarget>()
  const climb = (table: string, record: BaseRecord) => {
    const scope = scopes.get(table)
    if (scope !== undefined) found.set(record.id, { scope, id: record.id })
    for (const [above, id] of heldBy(table, record)) {
      const holder = found.has(id) ? undefined : before.table(above)?.get(id)
      if (holder !== undefined) climb(above, holder)
    }
  }
  const sent = { request: { params, body: isObject(body) ? body : {} } }
  for (const { table, record } of findNamedRecords({ unit: unit!.id, entry: sent }, before))
    climb(table, record as never)
  // Commands accept the id of a firing in place of the execution that it started.
  const firing = before.firings.get(String(body['execution_id']))
  if (firing !== undefined) climb('firings', firing)
  return [...found.values()]
}

/**
 * The records that a record belongs to, by table. Users are left out, because their records are reached with their own
 * keys.
 */
function heldBy(table: string, record: BaseRecord): [table: string, id: string][] {
  const fields = record as unknown as Readonly<Record<string, unknown>>
  return (references.get(table) ?? []).flatMap(({ field, table: above }): [string, string][] => {
    const name = typeof above === 'string' ? above : above.tables[String(fields[above.by])]
    const id = fields[field]
    return name === undefined || name === 'users' || typeof id !== 'string' ? [] : [[name, id]]
  })
}
