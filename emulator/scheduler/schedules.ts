import { requireSeen } from '../access/commands.ts'
import { ApiError } from '../contract/api-error.ts'
import type { Context } from '../kernel/unit/context.ts'
import { scheduleRecord, type Schedule } from '../world/tables/schedules.ts'
import { markReference, orgOf } from '../workflow/workflow.ts'

/** A schedule is answered as it is stored. */
export const scheduleView = scheduleRecord

/** A schedule that the caller can see, by id or alias. */
export function findSchedule(ctx: Context, reference: string): Schedule {
  markReference(ctx, reference)
  ctx.cite('identifiers.schedule.id-or-alias')
  const schedule = ctx.world.schedules.find(reference)
  if (schedule === undefined) throw new ApiError('schedule_not_found', `There is no schedule '${reference}'.`)
  requireSeen(ctx, orgOf(ctx, schedule), 'schedule_not_found', `There is no schedule '${reference}' that this caller can see.`)
  return schedule
}
