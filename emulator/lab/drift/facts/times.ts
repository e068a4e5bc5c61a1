import { isObject } from '../../../engine/checking/is-object.ts'
import type { SeenPair } from './seen-answer.ts'
import type { Sighting } from './sighting.ts'

/** Error of a duration between timestamps of different clocks. */
const CLOCK_ERROR_MS = 2_000
const MINUTE_MS = 60_000
const LONGEST_TOKEN_MS = 366 * 86_400_000

/** Facts about durations: of an operation, of a node of an execution, of an acting token. */
export function seeTimes(pair: SeenPair): Sighting[] {
  return [...seeOperation(pair), ...seeNodes(pair), ...seeToken(pair)]
}

function seeOperation({ target: { fields } }: SeenPair): Sighting[] {
  const { operation } = fields
  if (!isObject(operation) || operation['status'] !== 'succeeded') return []
  const took = milliseconds(operation['finished_at']) - milliseconds(operation['created_at'])
  return took >= 0 ? [{ assumption: 'A-420', setting: 'operation_ms', observed: took, measured: true }] : []
}

function seeNodes({ unit, target: { fields } }: SeenPair): Sighting[] {
  const events = fields['events']
  if (unit?.id !== 'workflow.list_execution_events' || !Array.isArray(events)) return []
  return events.flatMap((event: unknown, n): Sighting[] => {
    const before: unknown = events[n - 1]
    if (!isObject(event) || !isObject(before)) return []
    if (before['kind'] !== 'node_started' || event['kind'] !== 'node_finished') return []
    const took = milliseconds(event['at']) - milliseconds(before['at'])
    return took >= 0 ? [{ assumption: 'A-28', setting: 'node_ms', observed: took, measured: true }] : []
  })
}

/** Lifetime of a token: from the `Date` of the answer to `expires_at`. */
function seeToken({ target: { fields, headers } }: SeenPair): Sighting[] {
  const { token, expires_at: end } = fields
  const lasts = milliseconds(end) - milliseconds(headers['date'])
  if (typeof token !== 'string' || !(lasts > 0 && lasts < LONGEST_TOKEN_MS)) return []
  const minutes = Math.round(lasts / MINUTE_MS) * MINUTE_MS
  const observed = Math.abs(lasts - minutes) <= CLOCK_ERROR_MS ? minutes : Math.round(lasts / 1_000) * 1_000
  return [{ assumption: 'A-419', setting: 'acting_token_ms', observed, measured: true }]
}

/** Milliseconds since the epoch; NaN if the value is no time. */
function milliseconds(time: unknown): number {
  return typeof time === 'string' ? Date.parse(time) : Number.NaN
}
