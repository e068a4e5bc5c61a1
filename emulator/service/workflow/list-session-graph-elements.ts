import * as v from 'valibot'
import { requireCommandRole } from '../access/commands.ts'
import { command } from '../../engine/kernel/unit/definition.ts'
import { opaque } from '../../engine/kernel/pages.ts'
import { name } from '../../engine/world/tables/fields.ts'
import { getOwningOrg } from './definitions.ts'
import { elementView } from './graph.ts'
import { findSession } from './sessions.ts'

export const listSessionGraphElements = command({
  engine: 'workflow',
  name: 'list_session_graph_elements',
  summary: 'List the nodes and edges of the graph of a session, oldest first.',
  clauses: [],
  assumptions: ['A-47'],
  page: opaque('elements', { place: 'body', order: 'oldest', clause: 'pagination.opaque.list-session-graph-elements' }),
  params: { session_id: name },
  returns: { elements: v.array(elementView) },
  sample: { body: { session_id: 'run-01', limit: 2 } },
  errors: ['forbidden', 'session_not_found'],
  subject: ({ body }, ctx) => findSession(ctx, body.session_id),
  access: ({ subject }, ctx) => requireCommandRole(ctx, getOwningOrg(ctx, subject), 'read'),
  handle: ({ subject: session }, { world }) => ({
    rows: world.graph_elements.by('session', session.id),
    binding: [session.id],
  }),
})
