import { EmulatorError } from '../checking/emulator-error.ts'
import { isoTime, LAST_MS } from './clock.ts'
import type { World } from './world.ts'

/** Pieces of due work that one advance does, some 13 us each. */
export const MAX_DUE_AT_ONCE = 50_000

/** Pieces that the time of a request, and the triggers at it, may make due. */
export const MAX_DUE_AT_REQUEST = 2_500

export function tooMuchDue(most = MAX_DUE_AT_ONCE): EmulatorError {
  return new EmulatorError(
    `more than ${most.toLocaleString('en')} pieces of due work lie within this time: advance in smaller steps, or switch schedules off`,
  )
}

export function beyondLast(now: number): EmulatorError {
  return new EmulatorError(`world time cannot pass ${isoTime(LAST_MS)}; it is ${isoTime(now)}`)
}

/** True where certainly more than `most` pieces fall due up to a time: counted from what is pending, without doing any of it. */
export function isTooMuchDue(world: World, target: number, most: number): boolean {
  let count = 0
  for (const due of world.pending.by('due')) {
    if (due.due_ms > target) return false
    count += world.tasks[due.task]?.countUntil?.(world, due, target, most) ?? 1
    if (count > most) return true
  }
  return false
}
