import { requireCommandRole } from '../access/commands.ts'
import { command } from '../../engine/kernel/unit/definition.ts'
import { name } from '../../engine/world/tables/fields.ts'
import { getOwningOrg } from '../workflow/workflow.ts'
import { findSchedule, scheduleView } from './schedules.ts'

export const getSchedule = command({
  engine: 'scheduler',
  name: 'get_schedule',
  summary: 'Get a schedule by id or alias.',
  clauses: [],
  assumptions: ['A-27', 'A-348', 'A-379'],
  assumed: true,
  params: { schedule_id: name },
  returns: { schedule: scheduleView },
  sample: { body: { schedule_id: 'every-01' } },
  errors: ['forbidden', 'schedule_not_found'],
  subject: ({ body }, ctx) => findSchedule(ctx, body.schedule_id),
  access: ({ subject }, ctx) => requireCommandRole(ctx, getOwningOrg(ctx, subject), 'read'),
  handle: ({ subject }) => ({ schedule: subject }),
})
