import { markOwnKey } from '../access/rules.ts'
import { requireCommandRole } from '../access/commands.ts'
import { command } from '../../engine/kernel/unit/definition.ts'
import { name } from '../../engine/world/tables/fields.ts'
import { getOwningOrg } from '../workflow/workflow.ts'
import { findSchedule } from './schedules.ts'

export const deleteSchedule = command({
  engine: 'scheduler',
  name: 'delete_schedule',
  summary: 'Delete a schedule and the record of its firings. Executions that it started stay.',
  clauses: [],
  assumptions: ['A-27', 'A-379'],
  assumed: true,
  params: { schedule_id: name },
  sample: { body: { schedule_id: 'every-01' } },
  errors: ['forbidden', 'schedule_not_found'],
  subject: ({ body }, ctx) => findSchedule(ctx, body.schedule_id),
  access({ subject }, ctx) {
    requireCommandRole(ctx, getOwningOrg(ctx, subject), 'admin')
    markOwnKey(ctx, 'perimeter.scheduler-deployment-admitted')
  },
  handle({ subject }, ctx) {
    ctx.world.schedules.delete(subject.id)
  },
})
