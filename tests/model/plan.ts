/** Random requests: numbers that stand for callers, records and values, made into a request of the state that there is. */
import * as fc from 'fast-check'
import type { Ask } from './answer.ts'
import { units } from './answers.ts'
import type { Fields, Row, State, Table } from './reference.ts'

export interface Plan {
  readonly unit: string
  readonly who: number
  readonly first: number
  readonly second: number
  readonly value: number
  /** Of a command: over a socket. */
  readonly socket: boolean
}

const number = fc.nat({ max: 9_999 })

export const planned: fc.Arbitrary<Plan> = fc.record({
  unit: fc.constantFrom(...units),
  who: number,
  first: number,
  second: number,
  value: number,
  socket: fc.boolean(),
})

const UNKNOWN = '99999999-9999-4999-8999-999999999999'
const roles = ['read', 'write', 'admin'] as const
const visibilities = ['public', 'private'] as const
const types = ['text', 'onnx', 'dataset'] as const

function pick<T>(choices: readonly T[], by: number): T {
  return choices[by % choices.length]!
}

/** An id or an alias of a record of a table; now and then of none. */
function reference(state: State, table: Table, by: number): string {
  const rows = state.tables[table]
  if (rows.length === 0 || by % 23 === 0) return by % 2 === 0 ? UNKNOWN : 'nowhere'
  const row = pick(rows, by)
  return by % 3 === 0 && typeof row['alias'] === 'string' ? row['alias'] : row.id
}

/** Few different ones, so that they are taken now and then; one has the shape of a UUID. */
function alias(by: number): string {
  return by % 19 === 0 ? UNKNOWN : `name-${by % 40}`
}

function makeBody(unit: string, state: State, { first, second, value }: Plan): Fields {
  const some = (fields: Fields, ...optional: readonly (readonly [string, unknown])[]): Fields => {
    return { ...fields, ...Object.fromEntries(optional.filter((_, i) => (value >> i) % 2 === 0)) }
  }
  if (unit === 'POST /orgs')
    return some({ name: `Org ${value}` }, ['alias', alias(second)], ['visibility', pick(visibilities, first)])
  if (unit === 'PATCH /orgs/:org_id')
    return some({}, ['name', `Name ${second}`], ['alias', alias(second)], ['visibility', pick(visibilities, value)])
  if (unit === 'POST /blobs/:org_id')
    return some(
      { alias: alias(second), type: pick(types, value) },
      ['name', `Blob ${value}`],
      ['visibility', pick(visibilities, second)],
    )
  if (unit === 'POST /blobs/:org_id/:blob_id/revisions') return some({}, ['note', `note ${value}`])
  if (unit.startsWith('PUT')) return some({}, [`key-${second % 5}`, value], [`key-${first % 5}`, { deep: [value] }])
  if (unit.startsWith('POST /members')) return { user_id: reference(state, 'users', second), role: pick(roles, value) }
  if (unit.startsWith('POST /api-keys')) return { role: pick(roles, value) }
  if (unit === 'workflow.create_session')
    return some({ org_id: reference(state, 'orgs', first) }, ['alias', alias(second)])
  if (unit === 'workflow.update_session')
    return { session_id: reference(state, 'sessions', first), alias: alias(second) }
  if (unit === 'workflow.list_sessions') return { org_id: reference(state, 'orgs', first) }
  return unit.startsWith('workflow.') ? { session_id: reference(state, 'sessions', first) } : {}
}

/** The organization of a blob, mostly: another one hides it. */
function findOrg(state: State, blobReference: string, by: number): string {
  const blob = state.tables.blobs.find(({ id, alias: name }) => id === blobReference || name === blobReference)
  return blob === undefined || by % 17 === 0 ? reference(state, 'orgs', by) : (blob['org_id'] as string)
}

function makeParams(unit: string, state: State, { first, second, value }: Plan): Record<string, string> {
  const params: Record<string, string> = {}
  if (unit.includes(':blob_id')) params['blob_id'] = reference(state, 'blobs', first)
  if (unit.includes(':org_id'))
    params['org_id'] =
      params['blob_id'] === undefined ? reference(state, 'orgs', first) : findOrg(state, params['blob_id'], second)
  if (unit.includes(':user_id')) params['user_id'] = first % 3 === 0 ? 'me' : reference(state, 'users', first)
  if (unit.includes(':revision_id')) params['revision_id'] = reference(state, 'revisions', first)
  if (unit.includes(':operation_id')) params['operation_id'] = reference(state, 'operations', first)
  if (unit.includes(':alias')) params['alias'] = pick(['tags', 'card'], value)
  if (unit === 'DELETE /members/:id') params['id'] = reference(state, 'members', first)
  if (unit === 'DELETE /api-keys/:id') params['id'] = reference(state, 'api_keys', first)
  if (unit.includes(':target_id')) Object.assign(params, chooseTarget(state, unit, first, second))
  return params
}

function chooseTarget(
  state: State,
  unit: string,
  first: number,
  second: number,
): { target: string; target_id: string } {
  const [target, table] = pick(
    [
      ['org', 'orgs'],
      ['blob', 'blobs'],
      ['user', 'users'],
    ] as const,
    second % (unit.includes('/members/') ? 2 : 3),
  )
  return { target, target_id: reference(state, table, first) }
}

/** The request that a plan stands for. Half of the callers are those of the fixture, as new ones would soon be most. */
export function resolve(plan: Plan, state: State): Ask {
  const keys: readonly Row[] = state.tables.api_keys
  const secret =
    plan.who % 29 === 0
      ? 'no-such-key'
      : (pick(plan.who % 2 === 0 ? keys.slice(0, 6) : keys, plan.who >> 1)?.['key'] as string | undefined)
  return {
    unit: plan.unit,
    secret: secret ?? 'no-such-key',
    params: makeParams(plan.unit, state, plan),
    body: makeBody(plan.unit, state, plan),
  }
}
