import type { StatementId } from '../../engine/coverage/statements.ts'
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
  const unknown = (...cites: StatementId[]) => notFound(ctx, 'schedules', reference, ...cites)
  if (schedule === undefined) throw unknown()
  requireSeen(ctx, getOwningOrg(ctx, schedule), unknown)
  markFound(ctx, 'schedule', reference, schedule.alias)
  return schedule
}
