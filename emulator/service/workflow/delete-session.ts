import { requireCommandRole } from '../access/commands.ts'
import { command } from '../../engine/kernel/unit/definition.ts'
import { name } from '../../engine/world/tables/fields.ts'
import { getOwningOrg } from './definitions.ts'
import { findSession } from './sessions.ts'

export const deleteSession = command({
  engine: 'workflow',
  name: 'delete_session',
  summary: 'Delete a session and everything in it; its executions stay and name no session then.',
  clauses: [],
  assumptions: ['A-356', 'A-379'],
  assumed: true,
  params: { session_id: name },
  sample: { body: { session_id: 'run-02' } },
  errors: ['forbidden', 'session_not_found'],
  subject: ({ body }, ctx) => findSession(ctx, body.session_id),
  access: ({ subject }, ctx) => requireCommandRole(ctx, getOwningOrg(ctx, subject), 'admin'),
  handle({ subject }, ctx) {
    ctx.world.sessions.delete(subject.id)
  },
})
