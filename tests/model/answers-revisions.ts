import { requireReady, shown, start, viewOperation, type Handler } from './answer.ts'
import {
  atLeast,
  findBlob,
  forbidden,
  inScope,
  iso,
  Refusal,
  requireRole,
  findRole,
  rowWith,
  userRole,
  type Caller,
  type Fields,
  type Role,
  type Row,
  type State,
} from './reference.ts'

const viewRevision = (revision: Row): Fields => shown(revision, 'note')

function findRevision(state: State, caller: Caller, id: string, needed: Role): { revision: Row; blob: Row } {
  const revision = rowWith(state.tables.revisions, 'id', id)
  const blob = revision && rowWith(state.tables.blobs, 'id', revision['blob_id'])
  // Records that no key of the user can reach look as if they did not exist.
  if (blob === undefined || userRole(state, caller.user, 'blob', blob) === null)
    throw new Refusal(404, 'revision_not_found')
  if (!atLeast(findRole(state, caller, 'blob', blob), needed)) throw forbidden()
  return { revision: revision!, blob }
}

function requireSettled(revision: Row): void {
  if (revision['status'] === 'pending') throw new Refusal(409, 'operation_in_progress')
}

export const revisions: Readonly<Record<string, Handler>> = {
  'POST /blobs/:org_id/:blob_id/revisions': (state, caller, { params, body }, fresh) => {
    const blob = findBlob(state, caller, params['org_id']!, params['blob_id']!)
    requireRole(state, caller, 'blob', blob, 'write')
    requireReady(blob)
    const used = state.tables.revisions
      .filter((revision) => revision['blob_id'] === blob.id)
      .map((revision) => revision['number'] as number)
    const number = Math.max(0, state.numbers[blob.id] ?? 0, ...used) + 1
    state.numbers[blob.id] = number
    const revision: Row = {
      id: fresh.id('revision'),
      blob_id: blob.id,
      number,
      phase: 'draft',
      status: 'ready',
      failed_operation: null,
      note: body['note'] ?? null,
      created_at: iso(state.now),
    }
    state.tables.revisions.push(revision)
    return { revision: viewRevision(revision) }
  },
  'GET /blobs/:org_id/:blob_id/revisions': (state, caller, { params }) => {
    const blob = findBlob(state, caller, params['org_id']!, params['blob_id']!)
    const sees = atLeast(findRole(state, caller, 'blob', blob), 'write')
    const rows = state.tables.revisions.filter((revision) => revision['blob_id'] === blob.id)
    return {
      revisions: rows
        .toReversed()
        .filter((revision) => sees || revision['phase'] === 'commit')
        .map(viewRevision),
    }
  },
  'GET /revisions/:revision_id': (state, caller, { params }) => {
    const { revision, blob } = findRevision(state, caller, params['revision_id']!, 'read')
    if (revision['phase'] === 'draft') requireRole(state, caller, 'blob', blob, 'write')
    return { revision: viewRevision(revision) }
  },
  'POST /revisions/:revision_id/commit': (state, caller, { params }, fresh) => {
    const { revision, blob } = findRevision(state, caller, params['revision_id']!, 'write')
    requireReady(blob)
    requireSettled(revision)
    if (revision['phase'] === 'commit') throw new Refusal(409, 'revision_not_draft')
    if (revision['status'] === 'failed') throw new Refusal(409, 'revision_not_ready')
    revision['status'] = 'pending'
    return { operation: start(state, caller, fresh, 'commit_revision', blob, revision) }
  },
  'POST /revisions/:revision_id/reset': (state, caller, { params }) => {
    const { revision, blob } = findRevision(state, caller, params['revision_id']!, 'write')
    requireReady(blob)
    if (revision['status'] !== 'failed') throw new Refusal(409, 'revision_not_failed')
    Object.assign(revision, { status: 'ready', failed_operation: null })
    return {}
  },
  'DELETE /revisions/:revision_id': (state, caller, { params }, fresh) => {
    const { revision, blob } = findRevision(state, caller, params['revision_id']!, 'admin')
    requireReady(blob)
    requireSettled(revision)
    Object.assign(revision, { status: 'pending', failed_operation: null })
    return { operation: start(state, caller, fresh, 'delete_revision', blob, revision) }
  },
  'GET /operations/:operation_id': (state, caller, { params }) => {
    const operation = rowWith(state.tables.operations, 'id', params['operation_id'])
    if (operation === undefined) throw new Refusal(404, 'operation_not_found')
    const blob = rowWith(state.tables.blobs, 'id', operation['blob_id'])
    const [kind, target] = blob
      ? (['blob', blob] as const)
      : (['org', rowWith(state.tables.orgs, 'id', operation['org_id'])!] as const)
    if (operation['user_id'] !== caller.user.id && userRole(state, caller.user, kind, target) === null)
      throw new Refusal(404, 'operation_not_found')
    if (!inScope(caller, kind, target)) throw forbidden()
    return { operation: viewOperation(operation) }
  },
}
