import { noTriggers } from './triggers.ts'
import type { World } from './world.ts'

/** World time after which everything that was begun is over. */
const AN_HOUR_MS = 3_600_000

/** Copies a world and lets everything that was begun end. Schedules are left out: they would begin more. */
export function withPendingWorkDone(world: World): World {
  const { 'schedule.fire': _, ...others } = world.tasks
  const copy = world.fork(world.seed, others)
  copy.state.triggers = noTriggers
  copy.advance(AN_HOUR_MS)
  return copy
}
