import { MAX_DELAY_MS } from '../../engine/faults/delay.ts'
import { parseDuration } from '../../engine/world/clock.ts'

/** Real time that a step waits, in milliseconds. At most a day, because a timer of more than 24 days ends at once. */
export function waitMs(given: string | number | undefined, usual: number): number {
  return Math.min(parseDuration(given ?? usual) ?? usual, MAX_DELAY_MS)
}
