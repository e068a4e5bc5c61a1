import * as v from 'valibot'
import type { Problem } from '../checking/problems.ts'
import { described, duration } from '../matching/schema-common.ts'
import { parseDuration } from '../world/clock.ts'
import { fault } from './definition.ts'

/** A day in milliseconds: no test waits longer, and timers allow no more than 24 days. */
export const MAX_DELAY_MS = 86_400_000

const amount = String.raw`(?:\d+(?:\.\d+)?(?:ms|s|m|h|d))+`

/** `50ms..2s`: any delay from the first to the second. */
const range = v.pipe(v.string(), v.regex(new RegExp(`^${amount}\\.\\.${amount}$`), 'expected two durations: 50ms..2s'))

export const delay = fault<'delay', string | number>({
  name: 'delay',
  delivery: 'whole',
  takesTime: true,
  argument: described(
    v.union([duration, range]),
    'Real time before the answer leaves, at most 24h; `50ms..2s` is drawn from the seed for each answer.',
    '300ms',
    '50ms..2s',
  ),
  problems: delayProblems,
  draw(time, ids) {
    const [least, most] = parseDelay(time)!
    return least === most ? time : `${least + Math.floor(ids.chance() * (most - least + 1))}ms`
  },
  http: ({ delayMs }, time) => ({ delayMs: later(delayMs, parseDelay(time)![0]) }),
  socket: ({ delayMs }, time) => ({ delayMs: later(delayMs, parseDelay(time)![0]) }),
  inBatch: 'frame',
})

/** Parses a delay into its least and its most milliseconds. Undefined if it is invalid. */
function parseDelay(time: string | number): [least: number, most: number] | undefined {
  const [least, most] = (typeof time === 'number' ? [time, time] : `${time}..${time}`.split('..')).map(parseDuration)
  return least === undefined || most === undefined ? undefined : [least, most]
}

/** Problems of a delay or a range of delays. */
export function delayProblems(time: string | number): Problem[] {
  const [least, most] = parseDelay(time) ?? [NaN, NaN]
  const wrong = (message: string, expected: string): Problem[] => [{ kind: 'value', path: [], message, expected }]
  if (Number.isNaN(least)) return wrong(`expected a duration such as 300ms, or 50ms..2s, got ${time}`, 'a duration')
  if (Math.max(least, most) > MAX_DELAY_MS) return wrong(`expected at most 24h, got ${time}`, 'at most 24h')
  return least > most ? wrong(`expected the shorter delay first, got ${time}`, 'the shorter delay first') : []
}

/** Adds delays, up to the maximum. */
export function later(delayMs: number, more: number): number {
  return Math.min(delayMs + more, MAX_DELAY_MS)
}
