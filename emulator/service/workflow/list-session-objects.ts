import * as v from 'valibot'
import { requireCommandRole } from '../access/commands.ts'
import { command } from '../../engine/kernel/unit/definition.ts'
import { opaque } from '../../engine/kernel/pages.ts'
import { name } from '../../engine/world/tables/fields.ts'
import { objectView } from './objects.ts'
import { getOwningOrg } from './definitions.ts'
import { findSession } from './sessions.ts'

export const listSessionObjects = command({
  engine: 'workflow',
  name: 'list_session_objects',
  summary: 'List the objects of a session, oldest first.',
  clauses: [],
  assumptions: ['A-47'],
  page: opaque('objects', { place: 'body', order: 'oldest', clause: 'pagination.opaque.list-session-objects' }),
  params: { session_id: name },
  returns: { objects: v.array(objectView) },
  sample: { body: { session_id: 'run-01', limit: 2 } },
  errors: ['forbidden', 'session_not_found'],
  subject: ({ body }, ctx) => findSession(ctx, body.session_id),
  access: ({ subject }, ctx) => requireCommandRole(ctx, getOwningOrg(ctx, subject), 'read'),
  handle: ({ subject: session }, { world }) => ({
    rows: world.objects.by('session', session.id),
    binding: [session.id],
  }),
})
