import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { parseDuration } from '../../engine/world/clock.ts'

/** The longest time that a timer waits; one for longer goes off at once. */
export const MAX_TIMER_MS = 2_147_483_647

/**
 * Parses a duration of real time into milliseconds. Throws `EmulatorError` for what is none, or longer than a timer
 * waits.
 */
export function readMilliseconds(name: string, duration: string | number): number
export function readMilliseconds(name: string, duration: string | number | undefined): number | undefined
export function readMilliseconds(name: string, duration: string | number | undefined): number | undefined {
  if (duration === undefined) return undefined
  const milliseconds = parseDuration(duration)
  if (milliseconds !== undefined && milliseconds > 0 && milliseconds <= MAX_TIMER_MS) return milliseconds
  throw new EmulatorError(`${name}: expected a duration such as 2m or 500ms, up to 24d, got '${duration}'`)
}
