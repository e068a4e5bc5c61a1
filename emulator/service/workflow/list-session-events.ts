import * as v from 'valibot'
import { requireCommandRole } from '../access/commands.ts'
import { command } from '../../engine/kernel/unit/definition.ts'
import { opaque } from '../../engine/kernel/pages.ts'
import { name } from '../../engine/world/tables/fields.ts'
import { getOwningOrg } from './definitions.ts'
import type { SessionEvent } from '../../engine/world/tables/sessions.ts'
import { isObject } from '../../engine/checking/is-object.ts'
import type { World } from '../../engine/world/world.ts'
import { eventView, viewEvent } from './events.ts'
import { rowsOfTime } from './executions.ts'
import { findSession } from './sessions.ts'

export const listSessionEvents = command({
  engine: 'workflow',
  name: 'list_session_events',
  summary: 'List the events of a session, oldest first.',
  clauses: [],
  assumptions: ['A-47', 'A-322'],
  page: opaque('events', { place: 'body', order: 'oldest', clause: 'pagination.opaque.list-session-events' }),
  params: { session_id: name },
  returns: { events: v.array(eventView) },
  sample: { body: { session_id: 'run-01', limit: 2 } },
  errors: ['forbidden', 'session_not_found'],
  subject: ({ body }, ctx) => findSession(ctx, body.session_id),
  access: ({ subject }, ctx) => requireCommandRole(ctx, getOwningOrg(ctx, subject), 'read'),
  handle: ({ subject: session }, ctx) => ({
    rows: ctx.world.session_events.by('session', session.id),
    view(event: SessionEvent) {
      if (event.kind.startsWith('execution_')) ctx.cite('A-321', ...rowsOfEvent(ctx.world, event))
      return viewEvent(event)
    },
    binding: [session.id],
    shows: ['events.list-session-events'],
  }),
})

/** Rows about the time of the execution that an event names. */
function rowsOfEvent(world: World, { data }: SessionEvent): ReturnType<typeof rowsOfTime> {
  const id = isObject(data) ? data['execution_id'] : undefined
  const execution = typeof id === 'string' ? world.executions.get(id) : undefined
  return execution === undefined ? [] : rowsOfTime(world, execution)
}
