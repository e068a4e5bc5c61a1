import { isUuid } from '../../contract/uuid.ts'
import type { TableWorld } from './definition.ts'
import { mix } from './ids.ts'

/** Tables whose ids are not promised to be UUIDs, with their id prefixes. */
const unpromised = {
  api_keys: 'key',
  members: 'mbr',
  credentials: 'crd',
  operations: 'op',
  revisions: 'rev',
  objects: 'obj',
  thread_items: 'itm',
  graph_elements: 'el',
  session_events: 'ev',
  executions: 'exe',
  execution_events: 'evt',
  firings: 'fir',
} as const

const shapes = ['uuid', 'prefixed', 'bare'] as const

const foreign = new RegExp(
  `^(?:(?:${Object.values(unpromised).join('|')})_)?([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$`,
)

/** Id as answered under this seed. Its format is promised only if a path takes a UUID or an alias. */
export function answeredId(world: TableWorld, id: string): string {
  const shape = shapes[mix(world.seed ^ 0x7a21ed, 0, 1) % shapes.length]
  if (shape === 'uuid' || !isUuid(id)) return id
  for (const table of Object.keys(unpromised) as (keyof typeof unpromised)[]) {
    if (world.table(table)!.get(id) === undefined) continue
    const digits = id.replaceAll('-', '')
    return shape === 'bare' ? digits : `${unpromised[table]}_${digits}`
  }
  return id
}

/** Stored id for an id in any answered format; other values unchanged. */
export function storedId<V>(world: TableWorld, value: V): V | string {
  const parts = typeof value === 'string' ? foreign.exec(value) : null
  if (parts === null) return value
  const id = parts.slice(1).join('-')
  return Object.keys(unpromised).some((table) => world.table(table)!.get(id) !== undefined) ? id : value
}

/** Path parameters or a body with stored ids. */
export function storedIds(
  world: TableWorld,
  values: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const stored = { ...values }
  for (const name of Object.keys(stored)) if (isIdField(name)) stored[name] = storedId(world, stored[name])
  return stored
}

/** True for fields with ids: `from` and `to` of a graph element name elements, and so does `start` of a graph query. */
export function isIdField(name: string): boolean {
  return name === 'id' || name.endsWith('_id') || name === 'from' || name === 'to' || name === 'start'
}
