import { noTriggers } from './triggers.ts'
import type { World } from './world.ts'

/** Longer than anything that is under way. */
const AN_HOUR_MS = 3_600_000

/** A copy of a world in which what was begun is over. Schedules would begin more, and are left out. */
export function settled(world: World): World {
  const { 'schedule.fire': _, ...others } = world.tasks
  const copy = world.fork(world.seed, others)
  copy.state.triggers = noTriggers
  copy.advance(AN_HOUR_MS)
  return copy
}
