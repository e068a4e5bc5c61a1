import * as v from 'valibot'
import { requireCommandRole } from '../access/commands.ts'
import { command } from '../../engine/kernel/unit/definition.ts'
import { opaque } from '../../engine/kernel/pages.ts'
import { name } from '../../engine/world/tables/fields.ts'
import { getOwningOrg } from './definitions.ts'
import { eventView, viewEvent } from './events.ts'
import { findExecutionOrFired, rowsOfTime } from './executions.ts'

export const listExecutionEvents = command({
  engine: 'workflow',
  name: 'list_execution_events',
  summary: 'List the events of an execution, oldest first.',
  clauses: [],
  assumptions: ['A-320', 'A-47', 'A-321'],
  page: opaque('events', { place: 'body', order: 'oldest', clause: 'pagination.opaque.list-execution-events' }),
  params: { execution_id: name },
  returns: { events: v.array(eventView) },
  sample: { body: { execution_id: '00000000-0000-4000-8000-000000000301', limit: 2 } },
  errors: ['forbidden', 'execution_not_found'],
  subject: ({ body }, ctx) => findExecutionOrFired(ctx, body.execution_id),
  access: ({ subject }, ctx) => requireCommandRole(ctx, getOwningOrg(ctx, subject), 'read'),
  handle: ({ subject: execution }, { world }) => ({
    rows: world.execution_events.by('execution', execution.id),
    view: viewEvent,
    binding: [execution.id],
    shows: ['events.list-execution-events', ...rowsOfTime(world, execution)],
  }),
})
