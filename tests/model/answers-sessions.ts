import { checkAlias, type Handler } from './answer.ts'
import {
  atLeast,
  findTarget,
  forbidden,
  inScope,
  userRole,
  iso,
  memberRole,
  named,
  Refusal,
  remove,
  rowWith,
  type Caller,
  type Role,
  type Row,
  type State,
} from './reference.ts'

/** For commands a key that is scoped to a blob reaches the organization that holds it. */
function widened({ tables }: State, caller: Caller): Caller {
  if (caller.scope?.kind !== 'blob') return caller
  return { ...caller, scope: { kind: 'org', id: rowWith(tables.blobs, 'id', caller.scope.id)!['org_id'] as string } }
}

function commandOrg(state: State, caller: Caller, reference: string, needed: Role): Row {
  const wide = widened(state, caller)
  const org = findTarget(state, 'org', reference)
  if (userRole(state, caller.user, 'org', org) === null) throw new Refusal(404, 'org_not_found')
  if (!inScope(wide, 'org', org)) throw forbidden()
  const role = memberRole(state, wide, 'org', org)
  if (!atLeast(role, needed)) throw forbidden()
  return org
}

function findSession(state: State, caller: Caller, reference: string, needed: Role): Row {
  const wide = widened(state, caller)
  const session = named(state.tables.sessions, reference)
  if (session === undefined) throw new Refusal(404, 'session_not_found')
  const org = rowWith(state.tables.orgs, 'id', session['org_id'])!
  // Of the user, whatever the key.
  if (memberRole(state, { ...caller, scope: null }, 'org', org) === null) throw new Refusal(404, 'session_not_found')
  if (!atLeast(memberRole(state, wide, 'org', org), needed)) throw forbidden()
  return session
}

export const sessions: Readonly<Record<string, Handler>> = {
  'workflow.create_session': (state, caller, { body }, fresh) => {
    checkAlias(body['alias'])
    const org = commandOrg(state, caller, body['org_id'] as string, 'write')
    if (body['alias'] !== undefined && rowWith(state.tables.sessions, 'alias', body['alias']))
      throw new Refusal(409, 'alias_taken')
    const session: Row = {
      id: fresh.id('session'),
      org_id: org.id,
      alias: body['alias'] ?? null,
      definition_id: null,
      created_at: iso(state.now),
    }
    state.tables.sessions.push(session)
    return { session }
  },
  'workflow.get_session': (state, caller, { body }) => ({
    session: findSession(state, caller, body['session_id'] as string, 'read'),
  }),
  'workflow.list_sessions': (state, caller, { body }) => {
    const org = commandOrg(state, caller, body['org_id'] as string, 'read')
    return { sessions: state.tables.sessions.filter((session) => session['org_id'] === org.id).toReversed() }
  },
  'workflow.update_session': (state, caller, { body }) => {
    checkAlias(body['alias'])
    const session = findSession(state, caller, body['session_id'] as string, 'write')
    const holder = rowWith(state.tables.sessions, 'alias', body['alias'])
    if (holder !== undefined && holder.id !== session.id) throw new Refusal(409, 'alias_taken')
    return { session: Object.assign(session, { alias: body['alias'] }) }
  },
  'workflow.delete_session': (state, caller, { body }) => {
    const session = findSession(state, caller, body['session_id'] as string, 'admin')
    remove(state, 'sessions', ({ id }) => id === session.id)
    return {}
  },
}
