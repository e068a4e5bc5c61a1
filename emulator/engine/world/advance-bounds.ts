import { EmulatorError } from '../checking/emulator-error.ts'
import { isoTime, LAST_MS } from './clock.ts'

/** Maximum of pieces of due work in one advance; each takes some 13 us. */
export const MAX_DUE_AT_ONCE = 50_000

/** Maximum of pieces that the time of a request, and its triggers, may make due. */
export const MAX_DUE_AT_REQUEST = 2_500

export function tooMuchDue(most = MAX_DUE_AT_ONCE): EmulatorError {
  return new EmulatorError(
    `more than ${most.toLocaleString('en')} pieces of due work lie within this time: advance in smaller steps, or switch schedules off`,
  )
}

export function beyondLast(now: number): EmulatorError {
  return new EmulatorError(`world time cannot pass ${isoTime(LAST_MS)}; it is ${isoTime(now)}`)
}
