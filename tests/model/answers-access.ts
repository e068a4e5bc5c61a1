import { MAX_ORGS, countOrgs, requireHuman, requireReadyTarget, shown, type Ask, type Handler } from './answer.ts'
import {
  findSeen,
  findTarget,
  findVisible,
  forbidden,
  iso,
  kindTables,
  memberRole,
  named,
  Refusal,
  remove,
  requireRole,
  requireRoom,
  rowWith,
  type Fields,
  type Kind,
  type Row,
} from './reference.ts'

const viewKey = (key: Row): Fields => shown(key, 'key')

const readKind = ({ params }: Ask): Kind => params['target'] as Kind

export const access: Readonly<Record<string, Handler>> = {
  'POST /members/target/:target/:target_id': (state, caller, ask, fresh) => {
    const { params, body } = ask
    requireHuman(caller)
    const target = findSeen(state, caller, readKind(ask), params['target_id']!)
    const user = findTarget(state, 'user', body['user_id'] as string)
    requireRole(state, caller, readKind(ask), target, 'admin')
    requireReadyTarget(readKind(ask), target)
    if (user['status'] === 'retired') throw new Refusal(409, 'user_retired')
    const same = state.tables.members.some(
      (member) =>
        member['user_id'] === user.id && member['target'] === params['target'] && member['target_id'] === target.id,
    )
    if (same) throw new Refusal(409, 'member_exists')
    if (params['target'] === 'org') requireRoom('orgs_per_user', MAX_ORGS, countOrgs(state, user.id))
    const member: Row = {
      id: fresh.id('member'),
      user_id: user.id,
      target: params['target'],
      target_id: target.id,
      role: body['role'],
      created_at: iso(state.now),
    }
    state.tables.members.push(member)
    return { member }
  },
  'GET /members/target/:target/:target_id': (state, caller, ask) => {
    const target = findVisible(state, caller, readKind(ask), ask.params['target_id']!)
    if (memberRole(state, caller, readKind(ask), target) === null) throw forbidden()
    return {
      members: state.tables.members.filter(
        (member) => member['target'] === ask.params['target'] && member['target_id'] === target.id,
      ),
    }
  },
  'DELETE /members/:id': (state, caller, { params }) => {
    requireHuman(caller)
    const member = rowWith(state.tables.members, 'id', params['id'])
    if (member === undefined) throw new Refusal(404, 'member_not_found')
    const kind = member['target'] as Kind
    const target = findTarget(state, kind, member['target_id'] as string)
    requireRole(state, caller, kind, target, 'admin')
    remove(state, 'members', ({ id }) => id === member.id)
    return {}
  },
  'POST /api-keys/target/:target/:target_id': (state, caller, ask, fresh) => {
    const { params, body } = ask
    requireHuman(caller)
    const target = named(state.tables[kindTables[readKind(ask)]], params['target_id']!)
    if (target === undefined) throw forbidden()
    requireRole(state, caller, readKind(ask), target, 'admin')
    requireReadyTarget(readKind(ask), target)
    if (target['status'] === 'retired') throw new Refusal(409, 'user_retired')
    requireRoom(
      'api_keys_per_target',
      100,
      state.tables.api_keys.filter((key) => key['target_id'] === target.id).length,
    )
    const key = fresh.secret('api_key')
    const made: Row = {
      id: fresh.id('api_key'),
      role: body['role'],
      target: params['target'],
      target_id: target.id,
      target_target_id: `${params['target']}#${target.id}`,
      user_id: params['target'] === 'user' ? target.id : caller.user.id,
      created_by_user_id: caller.user.id,
      key_prefix: `${key.slice(0, 8)}***`,
      description: null,
      created_at: iso(state.now),
      key,
    }
    state.tables.api_keys.push(made)
    return { api_key: made }
  },
  'GET /api-keys/target/:target/:target_id': (state, caller, ask) => {
    if (caller.scope !== null) throw forbidden()
    const target = findVisible(state, caller, readKind(ask), ask.params['target_id']!)
    requireRole(state, caller, readKind(ask), target, 'admin')
    return {
      api_keys: state.tables.api_keys
        .filter((key) => key['target'] === ask.params['target'] && key['target_id'] === target.id)
        .map(viewKey),
    }
  },
  'DELETE /api-keys/:id': (state, caller, { params }) => {
    requireHuman(caller)
    const key = rowWith(state.tables.api_keys, 'id', params['id'])
    if (key === undefined) throw new Refusal(404, 'api_key_not_found')
    const kind = key['target'] as Kind
    const target = findTarget(state, kind, key['target_id'] as string)
    requireRole(state, caller, kind, target, 'admin')
    remove(state, 'api_keys', ({ id }) => id === key.id)
    return {}
  },
}
