import type { Problem } from '../checking/problems.ts'
import { described, duration } from '../matching/schema-common.ts'
import { parseDuration } from '../world/clock.ts'
import { fault } from './definition.ts'

/** A day of world time in milliseconds. */
const MAX_STALE_MS = 86_400_000

/** Answers a read from the world of an earlier time (`../kernel/stale.ts`). The delivery of its answer does not change. */
export const stale = fault<'stale', string | number>({
  name: 'stale',
  delivery: 'whole',
  argument: described(
    duration,
    'A read is answered as the world was so long ago in world time, at most 24h: it does not see the writes since then that came after the trigger was added (A-99). Credentials are those of now, and so is access where it is less than then (a record made private, a membership that ended or has a lower role).',
    '2s',
  ),
  problems(time): Problem[] {
    const ms = parseDuration(time)!
    if (ms > 0 && ms <= MAX_STALE_MS) return []
    return [{ kind: 'value', path: [], message: `expected more than 0 and at most 24h, got ${time}` }]
  },
  http: () => ({}),
  socket: () => ({}),
  inBatch: 'answer',
})
