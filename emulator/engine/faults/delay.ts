import { described, duration } from '../matching/schema-common.ts'
import { parseDuration } from '../world/clock.ts'
import { fault } from './definition.ts'

/** A day in milliseconds: no test waits longer, and timers allow no more than 24 days. */
export const MAX_DELAY_MS = 86_400_000

export const delay = fault({
  name: 'delay',
  delivery: 'whole',
  takesTime: true,
  argument: described(duration, 'Real time before the answer leaves, at most 24h.', '300ms'),
  problems: (time) =>
    parseDuration(time)! <= MAX_DELAY_MS
      ? []
      : [{ kind: 'value', path: [], message: `expected at most 24h, got ${time}`, expected: 'at most 24h' }],
  http: ({ delayMs }, time) => ({ delayMs: later(delayMs, parseDuration(time)!) }),
  socket: ({ delayMs }, time) => ({ delayMs: later(delayMs, parseDuration(time)!) }),
  inBatch: 'frame',
})

/** Adds delays, up to the maximum. */
export function later(delayMs: number, more: number): number {
  return Math.min(delayMs + more, MAX_DELAY_MS)
}
