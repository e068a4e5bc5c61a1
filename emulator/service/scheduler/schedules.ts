import { requireSeen } from '../access/commands.ts'
import type { Context } from '../../engine/kernel/unit/context.ts'
import { scheduleRecord, type Schedule } from '../../engine/world/tables/schedules.ts'
import { markFound, notFound, getOwningOrg } from '../workflow/workflow.ts'
import { recordView } from '../../engine/kernel/unit/assumed.ts'

/** Schedule in answers: as it is stored. */
export const scheduleView = recordView('Schedule', scheduleRecord.entries, ['id', 'alias'], ['A-27'])

/** Finds a schedule that the caller can see, by id or alias. */
export function findSchedule(ctx: Context, reference: string): Schedule {
  const schedule = ctx.world.schedules.find(reference)
  if (schedule === undefined) throw notFound(ctx, 'schedules', reference)
  requireSeen(
    ctx,
    getOwningOrg(ctx, schedule),
    'schedule_not_found',
    `There is no schedule '${reference}' that this caller can see.`,
  )
  markFound(ctx, 'schedule', reference, schedule.alias)
  return schedule
}
