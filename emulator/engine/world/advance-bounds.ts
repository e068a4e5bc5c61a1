import { EmulatorError } from '../checking/emulator-error.ts'
import { isoTime, LAST_MS } from './clock.ts'

/** Most pieces of work that may fall due during a request and its triggers. */
export const MAX_DUE_AT_REQUEST = 2_500

export function tooMuchDue(most: number, isSetting: boolean): EmulatorError {
  const where = isSetting ? ' (`settings.limits.due_work`)' : ''
  return new EmulatorError(
    `more than ${most.toLocaleString('en')} pieces of due work lie within this time${where}: advance in smaller steps, or switch schedules off`,
  )
}

export function beyondLast(now: number): EmulatorError {
  return new EmulatorError(`world time cannot pass ${isoTime(LAST_MS)}; it is ${isoTime(now)}`)
}

export function followsTimers(): EmulatorError {
  return new EmulatorError(
    'the clock follows the timers of the test: advance those (`vi.advanceTimersByTimeAsync`), or `stop()` what `clock.follow` gave',
  )
}
