import * as v from 'valibot'
import type { Problem } from '../checking/problems.ts'
import { described, duration } from '../matching/schema-common.ts'
import { parseDuration } from '../world/clock.ts'
import type { Ids } from '../world/ids.ts'
import { fault } from './definition.ts'

/** A day in milliseconds: no test waits longer, and timers allow no more than 24 days. */
export const MAX_DELAY_MS = 86_400_000

const amount = String.raw`(?:\d+(?:\.\d+)?(?:ms|s|m|h|d))+`

/** `50ms..2s`: any delay from the first to the second. `80ms~2s`: half come within the first, all but 1% before the second. */
const range = v.pipe(
  v.string(),
  v.regex(new RegExp(`^${amount}(?:\\.\\.|~)${amount}$`), 'expected two durations: 50ms..2s, or 80ms~2s'),
)

export const delay = fault<'delay', string | number>({
  name: 'delay',
  delivery: 'whole',
  takesTime: true,
  argument: described(
    v.union([duration, range]),
    'Real time before the answer leaves, at most 24h. Drawn from the seed for each answer: `50ms..2s` is any time from the first to the second, `80ms~2s` has a long tail, with this median and this 99th percentile, which no wait exceeds.',
    '300ms',
    '50ms..2s',
    '80ms~2s',
  ),
  problems: delayProblems,
  draw(time, ids) {
    const { least, most, tail } = parseDelay(time)!
    if (least === most) return time
    return `${tail ? drawFromTail(least, most, ids) : least + Math.floor(ids.chance() * (most - least + 1))}ms`
  },
  http: ({ delayMs }, time) => ({ delayMs: later(delayMs, parseDelay(time)!.least) }),
  socket: ({ delayMs }, time) => ({ delayMs: later(delayMs, parseDelay(time)!.least) }),
  inBatch: 'frame',
})

/** Standard deviations from the median to the 99th percentile of a normal distribution. */
const TO_99TH = 2.326_347_87

/** Draws from the log-normal distribution with this median and this 99th percentile, and no more than the latter. */
function drawFromTail(median: number, percentile: number, ids: Pick<Ids, 'chance'>): number {
  // Box and Muller: two numbers of equal chance give one of a normal distribution.
  const normal = Math.sqrt(-2 * Math.log(1 - ids.chance())) * Math.cos(2 * Math.PI * ids.chance())
  return Math.min(percentile, Math.round(median * (percentile / median) ** (normal / TO_99TH)))
}

interface Delay {
  readonly least: number
  readonly most: number
  /** True: `least` is the median, and `most` the 99th percentile. */
  readonly tail: boolean
}

/** Parses a delay, in milliseconds. Undefined if it is invalid. */
function parseDelay(time: string | number): Delay | undefined {
  const tail = typeof time === 'string' && time.includes('~')
  const parts = typeof time === 'number' ? [time] : time.split(tail ? '~' : '..')
  const [least, most, ...others] = (parts.length === 1 ? [...parts, ...parts] : parts).map(parseDuration)
  return least === undefined || most === undefined || others.length > 0 ? undefined : { least, most, tail }
}

/** Problems of a delay or a range of delays. */
export function delayProblems(time: string | number): Problem[] {
  const parsed = parseDelay(time)
  const wrong = (message: string, expected: string): Problem[] => [{ kind: 'value', path: [], message, expected }]
  if (parsed === undefined)
    return wrong(`expected a duration such as 300ms, 50ms..2s or 80ms~2s, got ${time}`, 'a duration')
  const { least, most, tail } = parsed
  if (Math.max(least, most) > MAX_DELAY_MS) return wrong(`expected at most 24h, got ${time}`, 'at most 24h')
  if (tail && (least === 0 || least >= most))
    return wrong(
      `expected the median, above 0, and a greater 99th percentile, got ${time}`,
      'a median and a greater 99th percentile',
    )
  return least > most ? wrong(`expected the shorter delay first, got ${time}`, 'the shorter delay first') : []
}

/** Adds delays, up to the maximum. */
export function later(delayMs: number, more: number): number {
  return Math.min(delayMs + more, MAX_DELAY_MS)
}
