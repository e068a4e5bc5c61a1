import { described, duration } from '../matching/schema-common.ts'
import { parseDuration } from '../world/clock.ts'
import { fault } from './definition.ts'

/** A day in milliseconds: no test waits longer, and timers hold no more than 24 of them. */
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

/** Delays add up, as far as a delay may go. */
export function later(delayMs: number, more: number): number {
  return Math.min(delayMs + more, MAX_DELAY_MS)
}
