/**
 * A plain model of the service: arrays, no index, nothing shared. It is written from the specification and the contract, and it imports
 * nothing of the emulator: what both get wrong in the same way, both authors got wrong.
 */

export type Role = 'read' | 'write' | 'admin'
export type Kind = 'org' | 'blob' | 'user'
export type Fields = Record<string, unknown>
export type Row = Fields & { id: string }

export interface State {
  now: number
  tables: Record<Table, Row[]>
  /** The highest number that a blob ever gave to a revision. */
  numbers: Record<string, number>
  triggers: { id: string; operation: string; nth: number; matched: number; error: string }[]
  /** Work that falls due: operations by their time. */
  due: { at: number; operation: string }[]
}

export const tableNames = [
  'users',
  'orgs',
  'members',
  'blobs',
  'revisions',
  'operations',
  'api_keys',
  'metadata',
  'sessions',
] as const
export type Table = (typeof tableNames)[number]

export interface Caller {
  readonly user: Row
  readonly human: boolean
  readonly cap: Role
  readonly scope: { readonly kind: Kind; readonly id: string } | null
}

/** A refusal: thrown, so that nothing is written. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  readonly limit: unknown

  constructor(status: number, code: string, limit?: unknown) {
    super(code)
    this.status = status
    this.code = code
    this.limit = limit
  }
}

export const forbidden = (): Refusal => new Refusal(403, 'forbidden')
export const invalid = (): Refusal => new Refusal(400, 'invalid_request_body')

const ranks = { read: 1, write: 2, admin: 3 } as const
const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export const isUuid = (text: string): boolean => uuidShape.test(text)
export const iso = (time: number): string => new Date(time).toISOString()
export const rowWith = (rows: readonly Row[], field: string, value: unknown): Row | undefined =>
  rows.find((row) => row[field] === value)

/** A record by UUID or alias, whichever the reference has the shape of. */
export function named(rows: readonly Row[], reference: string): Row | undefined {
  return rowWith(rows, isUuid(reference) ? 'id' : 'alias', reference)
}

export function authenticate({ tables }: State, secret: string | undefined): Caller {
  const key = rowWith(tables.api_keys, 'key', secret)
  const user = key && rowWith(tables.users, 'id', key['user_id'])
  if (key === undefined || user === undefined || user['status'] === 'retired') throw new Refusal(401, 'unauthenticated')
  const kind = key['target'] as Kind
  return {
    user,
    human: user['type'] === 'human',
    cap: key['role'] as Role,
    scope: kind === 'user' ? null : { kind, id: key['target_id'] as string },
  }
}

const highest = (roles: readonly (Role | null)[]): Role | null =>
  roles.reduce((a, b) => (rank(b) > rank(a) ? b : a), null)
const rank = (role: Role | null): number => (role === null ? 0 : ranks[role])

function memberships({ tables }: State, user: Row, kind: Kind, id: unknown): Role[] {
  return tables.members
    .filter((member) => member['user_id'] === user.id && member['target'] === kind && member['target_id'] === id)
    .map((member) => member['role'] as Role)
}

/** The role that memberships alone give; of a blob the higher of its own and its organization's. */
function heldRole(state: State, user: Row, kind: Kind, record: Row): Role | null {
  if (kind === 'user') return record.id === user.id || record['owner_user_id'] === user.id ? 'admin' : null
  return highest([
    ...memberships(state, user, kind, record.id),
    ...(kind === 'blob' ? memberships(state, user, 'org', record['org_id']) : []),
  ])
}

/** With what everyone has on what is public. */
export function userRole(state: State, user: Row, kind: Kind, record: Row): Role | null {
  return highest([heldRole(state, user, kind, record), record['visibility'] === 'public' ? 'read' : null])
}

export function inScope({ scope }: Caller, kind: Kind, record: Row): boolean {
  return (
    scope === null ||
    (scope.kind === kind && scope.id === record.id) ||
    (scope.kind === 'org' && kind === 'blob' && record['org_id'] === scope.id)
  )
}

const lower = (role: Role | null, cap: Role): Role | null => (rank(role) > rank(cap) ? cap : role)

export function findRole(state: State, caller: Caller, kind: Kind, record: Row): Role | null {
  return inScope(caller, kind, record) ? lower(userRole(state, caller.user, kind, record), caller.cap) : null
}

/** The role that counts for commands and lists of members: that a target is public is not enough. */
export function memberRole(state: State, caller: Caller, kind: Kind, record: Row): Role | null {
  return inScope(caller, kind, record) ? lower(heldRole(state, caller.user, kind, record), caller.cap) : null
}

export function requireRole(state: State, caller: Caller, kind: Kind, record: Row, needed: Role): void {
  if (rank(findRole(state, caller, kind, record)) < rank(needed)) throw forbidden()
}

export const atLeast = (role: Role | null, needed: Role): boolean => rank(role) >= rank(needed)

export const kindTables = { org: 'orgs', blob: 'blobs', user: 'users' } as const

export function findTarget({ tables }: State, kind: Kind, reference: string): Row {
  const record = named(tables[kindTables[kind]], reference)
  if (record === undefined) throw new Refusal(404, `${kind}_not_found`)
  return record
}

/** A target that is not hidden from the user, whatever the key: else 404. */
export function findSeen(state: State, caller: Caller, kind: Kind, reference: string): Row {
  const record = findTarget(state, kind, reference)
  if (kind !== 'user' && userRole(state, caller.user, kind, record) === null)
    throw new Refusal(404, `${kind}_not_found`)
  return record
}

/** Outside the scope of the key 403, hidden from the user 404. */
export function findVisible(state: State, caller: Caller, kind: Kind, reference: string): Row {
  const record = findSeen(state, caller, kind, reference)
  if (!inScope(caller, kind, record)) throw forbidden()
  return record
}

/** A blob below its organization: where that is hidden it looks absent, whatever is named below it. */
export function findBlob(state: State, caller: Caller, orgReference: string, reference: string): Row {
  const org = findTarget(state, 'org', orgReference)
  const blob = named(state.tables.blobs, reference)
  if (blob !== undefined && blob['org_id'] === org.id) {
    if (userRole(state, caller.user, 'blob', blob) !== null) {
      if (!inScope(caller, 'blob', blob)) throw forbidden()
      return blob
    }
  }
  throw new Refusal(404, userRole(state, caller.user, 'org', org) === null ? 'org_not_found' : 'blob_not_found')
}

/** Users, organizations and blobs share one space of aliases. */
export function requireFreeAlias({ tables }: State, alias: string, ownId?: string): void {
  const holder = [...tables.users, ...tables.orgs, ...tables.blobs].find((row) => row['alias'] === alias)
  if (holder !== undefined && holder.id !== ownId) throw new Refusal(409, 'alias_taken')
}

export function requireRoom(name: string, max: number, current: number): void {
  if (current >= max) throw new Refusal(403, 'limit_exceeded', { name, max, current })
}

/** Takes records that `gone` names out of their table, and whatever hangs on them. */
export function remove(state: State, table: Table, gone: (row: Row) => boolean): void {
  const rows = new Set(state.tables[table].filter(gone))
  if (rows.size === 0) return
  // By row: of several the id may not be known yet.
  state.tables[table] = state.tables[table].filter((row) => !rows.has(row))
  const ids = new Set([...rows].map(({ id }) => id))
  const below = (name: Table, field: string, kind?: string): void => {
    remove(state, name, (row) => ids.has(row[field] as string) && (kind === undefined || row['target'] === kind))
  }
  if (table === 'orgs') {
    below('blobs', 'org_id')
    below('sessions', 'org_id')
    below('operations', 'org_id')
  }
  if (table === 'blobs') {
    below('revisions', 'blob_id')
    below('operations', 'blob_id')
  }
  if (table === 'blobs' || table === 'revisions') {
    below('operations', 'target_id')
    below('metadata', 'target_id', table.slice(0, -1))
  }
  if (table === 'orgs' || table === 'blobs') {
    below('members', 'target_id', table.slice(0, -1))
    below('api_keys', 'target_id', table.slice(0, -1))
  }
}

/** Moves time on; what is due on the way ends at its own time, in order. */
export function advance(state: State, milliseconds: number): void {
  const target = state.now + milliseconds
  for (;;) {
    const [next] = state.due.filter(({ at }) => at <= target).toSorted((a, b) => a.at - b.at)
    if (next === undefined) break
    state.due.splice(state.due.indexOf(next), 1)
    state.now = Math.max(state.now, next.at)
    finish(state, next.operation)
  }
  state.now = target
}

function finish(state: State, id: string): void {
  const operation = rowWith(state.tables.operations, 'id', id)
  if (operation === undefined || operation['status'] !== 'running') return
  Object.assign(operation, { status: 'succeeded', finished_at: iso(state.now) })
  const target = operation['target_id'] as string
  const blob = rowWith(state.tables.blobs, 'id', target)
  const revision = rowWith(state.tables.revisions, 'id', target)
  if (operation['kind'] === 'create_blob') Object.assign(blob!, { condition: 'ready' })
  if (operation['kind'] === 'commit_revision')
    Object.assign(revision!, { phase: 'commit', status: 'ready', failed_operation: null })
  // An operation outlives the deletion that it carries out, and names nothing that is gone.
  if (operation['kind'] === 'delete_blob') {
    Object.assign(operation, { target_id: null, blob_id: null })
    remove(state, 'blobs', (row) => row.id === target)
  }
  if (operation['kind'] === 'delete_revision') {
    operation['target_id'] = null
    remove(state, 'revisions', (row) => row.id === target)
  }
}
