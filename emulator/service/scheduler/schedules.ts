import { requireSeen } from '../access/commands.ts'
import type { Context } from '../../engine/kernel/unit/context.ts'
import { scheduleRecord, type Schedule } from '../../engine/world/tables/schedules.ts'
import { markFound, missed, orgOf } from '../workflow/workflow.ts'
import { recordView } from '../../engine/kernel/unit/assumed.ts'

/** A schedule is answered as it is stored. */
export const scheduleView = recordView('Schedule', scheduleRecord.entries, ['id', 'alias'], ['A-27'])

/** A schedule that the caller can see, by id or alias. */
export function findSchedule(ctx: Context, reference: string): Schedule {
  const schedule = ctx.world.schedules.find(reference)
  if (schedule === undefined) throw missed(ctx, 'schedules', reference)
  requireSeen(
    ctx,
    orgOf(ctx, schedule),
    'schedule_not_found',
    `There is no schedule '${reference}' that this caller can see.`,
  )
  markFound(ctx, 'schedule', reference, schedule.alias)
  return schedule
}
