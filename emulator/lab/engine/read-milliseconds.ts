import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { parseDuration } from '../../engine/world/clock.ts'

/** Parses a duration of real time into milliseconds. */
export function readMilliseconds(name: string, duration: string | number | undefined): number | undefined {
  if (duration === undefined) return undefined
  const milliseconds = parseDuration(duration)
  if (milliseconds === undefined || milliseconds <= 0)
    throw new EmulatorError(`${name}: expected a duration such as 2m or 500ms, got '${duration}'`)
  return milliseconds
}
