import { checkAlias, MAX_ORGS, countOrgs, requireHuman, shown, type Handler } from './answer.ts'
import {
  findTarget,
  findVisible,
  iso,
  remove,
  requireFreeAlias,
  requireRole,
  requireRoom,
  findRole,
  type Caller,
  type Fields,
  type Row,
} from './reference.ts'

const viewOrg = (org: Row): Fields => shown(org, 'enabled_blob_types')

const viewUser = (user: Row, caller: Caller): Fields => ({
  ...user,
  role: user.id === caller.user.id ? 'owner' : 'read',
})

export const orgs: Readonly<Record<string, Handler>> = {
  'GET /users/:user_id': (state, caller, { params }) => {
    const reference = params['user_id']!
    return { user: viewUser(reference === 'me' ? caller.user : findTarget(state, 'user', reference), caller) }
  },
  'POST /orgs': (state, caller, { body }, fresh) => {
    checkAlias(body['alias'])
    requireRole(state, caller, 'user', caller.user, 'write')
    if (body['alias'] !== undefined) requireFreeAlias(state, body['alias'] as string)
    requireRoom('orgs_per_user', MAX_ORGS, countOrgs(state, caller.user.id))
    const id = fresh.id('org')
    const org: Row = {
      id,
      name: body['name'],
      alias: body['alias'] ?? `org-${id.slice(0, 8)}`,
      visibility: body['visibility'] ?? 'private',
      enabled_blob_types: ['text', 'onnx', 'dataset'],
      created_at: iso(state.now),
    }
    state.tables.orgs.push(org)
    state.tables.members.push({
      id: '?',
      user_id: caller.user.id,
      target: 'org',
      target_id: id,
      role: 'admin',
      created_at: iso(state.now),
    })
    return { org: viewOrg(org) }
  },
  'GET /orgs/:org_id': (state, caller, { params }) => ({
    org: viewOrg(findVisible(state, caller, 'org', params['org_id']!)),
  }),
  'PATCH /orgs/:org_id': (state, caller, { params, body }) => {
    if (body['visibility'] !== undefined) requireHuman(caller)
    checkAlias(body['alias'])
    const org = findVisible(state, caller, 'org', params['org_id']!)
    requireRole(state, caller, 'org', org, 'admin')
    if (body['alias'] !== undefined) requireFreeAlias(state, body['alias'] as string, org.id)
    return { org: viewOrg(Object.assign(org, body)) }
  },
  'DELETE /orgs/:org_id': (state, caller, { params }) => {
    const org = findVisible(state, caller, 'org', params['org_id']!)
    requireRole(state, caller, 'org', org, 'admin')
    remove(state, 'orgs', ({ id }) => id === org.id)
    return {}
  },
  'GET /orgs/:org_id/blobs': (state, caller, { params }) => {
    const org = findVisible(state, caller, 'org', params['org_id']!)
    return {
      blobs: state.tables.blobs.filter(
        (blob) => blob['org_id'] === org.id && findRole(state, caller, 'blob', blob) !== null,
      ),
    }
  },
}
