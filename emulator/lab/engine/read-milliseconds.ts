import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { parseDuration } from '../../engine/world/clock.ts'

/** The longest time that a timer waits; one for longer goes off at once. */
export const MAX_TIMER_MS = 2_147_483_647

/**
 * Parses a duration of real time into milliseconds. Throws `EmulatorError` for what is none, longer than a timer
 * waits, or less than `least`: without time a run always hangs, while a budget may be 0.
 */
export function readMilliseconds(name: string, duration: string | number, least?: 0 | 1): number
export function readMilliseconds(name: string, duration: string | number | undefined, least?: 0 | 1): number | undefined
export function readMilliseconds(name: string, duration: string | number | undefined, least = 1): number | undefined {
  if (duration === undefined) return undefined
  const milliseconds = parseDuration(duration)
  if (milliseconds !== undefined && milliseconds >= least && milliseconds <= MAX_TIMER_MS) return milliseconds
  const range = least > 0 ? 'more than 0 and up to 24d' : 'up to 24d'
  throw new EmulatorError(`${name}: expected a duration such as 2m or 500ms, ${range}, got '${duration}'`)
}
