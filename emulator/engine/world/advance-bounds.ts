import { EmulatorError } from '../checking/emulator-error.ts'
import { isoTime, LAST_MS } from './clock.ts'

/** Pieces of pending work that one advance does. */
export const MAX_DUE_AT_ONCE = 250_000

/** Pieces that a request does in its own turn, some 13 us each: nobody else is served meanwhile. */
export const MAX_DUE_AT_REQUEST = 2_500

export function tooMuchDue(most = MAX_DUE_AT_ONCE): EmulatorError {
  return new EmulatorError(
    `more than ${most} pieces of work fall due in this time: advance in smaller steps, or switch schedules off`,
  )
}

export function beyondLast(now: number): EmulatorError {
  return new EmulatorError(`world time cannot pass ${isoTime(LAST_MS)}; it is ${isoTime(now)}`)
}
