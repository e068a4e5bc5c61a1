import { requireFreeAlias } from '../../engine/kernel/aliases.ts'
import * as v from 'valibot'
import { requireCommandRole } from '../access/commands.ts'
import { command } from '../../engine/kernel/unit/definition.ts'
import { alias, name } from '../../engine/world/tables/fields.ts'
import { pickChanges, getOwningOrg } from './definitions.ts'
import { findSession, recordSessionEvent, sessionView } from './sessions.ts'

export const updateSession = command({
  engine: 'workflow',
  name: 'update_session',
  summary: 'Change the alias of a session.',
  clauses: [],
  assumptions: ['A-356', 'A-348', 'A-379'],
  assumed: true,
  aliasRule: 'identifiers.session.uuid-shape-refused',
  params: { session_id: name, alias: v.optional(alias) },
  returns: { session: sessionView },
  sample: { body: { session_id: 'run-01', alias: 'first-run' } },
  errors: ['forbidden', 'session_not_found', 'alias_taken'],
  subject: ({ body }, ctx) => findSession(ctx, body.session_id),
  access: ({ subject }, ctx) => requireCommandRole(ctx, getOwningOrg(ctx, subject), 'write'),
  handle({ body: { session_id: _, ...fields }, subject: session }, ctx) {
    requireFreeAlias(ctx, 'sessions', fields.alias, session.id)
    const changes = pickChanges(fields)
    if (changes === undefined) return { session }
    recordSessionEvent(ctx.world, session.id, 'session_updated', changes)
    return { session: ctx.world.sessions.update(session.id, changes) }
  },
})
