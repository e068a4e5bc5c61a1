import type { ShownTableName } from '../../engine/matching/schema-common.ts'
import type { World } from '../../engine/world/world.ts'
import type { Point } from './points.ts'
import { type Fields, isObject } from '../../engine/checking/is-object.ts'

export interface NamedRecord {
  readonly table: ShownTableName
  readonly id: string
  readonly alias: string | undefined
  /** Name of the record in the call: id or alias. */
  readonly sent: string
  readonly record: Fields
}

/** A call, as far as it names records. */
interface Naming extends Pick<Point, 'unit'> {
  readonly entry: { readonly request: Pick<Point['entry']['request'], 'params' | 'body'> }
}

/** Records that the parameters and fields of a call name, and that existed before the run. */
export function findNamedRecords({ unit, entry }: Naming, start: World): NamedRecord[] {
  const sent = { ...entry.request.params, ...(isObject(entry.request.body) ? entry.request.body : {}) }
  return Object.entries(sent).flatMap(([name, value]): NamedRecord[] => {
    const table = findTable(name, sent, unit)
    if (typeof value !== 'string' || name.startsWith('start_')) return []
    const record = start.table(table)?.find(value) as (Fields & { id: string; alias?: string | null }) | undefined
    return record === undefined ? [] : [{ table, id: record.id, alias: record.alias ?? undefined, sent: value, record }]
  })
}

/** Table that a field refers to: `org_id`, `target_id` beside `target`, `:id` after the name of its table. */
function findTable(name: string, { target }: Fields, unit: string): ShownTableName {
  if (name === 'id') return (/([a-z-]+)\/:id\b/.exec(unit)?.[1] ?? '').replaceAll('-', '_') as ShownTableName
  return (
    name === 'target_id' ? `${String(target)}s` : name.endsWith('_id') ? `${name.slice(0, -3)}s` : ''
  ) as ShownTableName
}
