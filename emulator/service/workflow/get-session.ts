import { requireCommandRole } from '../access/commands.ts'
import { command } from '../../engine/kernel/unit/definition.ts'
import { name } from '../../engine/world/tables/fields.ts'
import { getOwningOrg } from './definitions.ts'
import { findSession, sessionView } from './sessions.ts'

export const getSession = command({
  engine: 'workflow',
  name: 'get_session',
  summary: 'Get a session by id or alias.',
  clauses: [],
  assumptions: ['A-356', 'A-348', 'A-379'],
  assumed: true,
  params: { session_id: name },
  returns: { session: sessionView },
  sample: { body: { session_id: 'run-01' } },
  errors: ['forbidden', 'session_not_found'],
  subject: ({ body }, ctx) => findSession(ctx, body.session_id),
  access: ({ subject }, ctx) => requireCommandRole(ctx, getOwningOrg(ctx, subject), 'read'),
  handle: ({ subject }) => ({ session: subject }),
})
