import * as v from 'valibot'
import { fields } from '../checking/strict.ts'
import type { Fault } from '../faults/registry.ts'
import { described } from '../matching/schema-common.ts'
import { mix } from '../world/ids.ts'
import type { DrawnChaos } from '../world/triggers.ts'
import type { TriggeredUnit } from './exchange.ts'
import { isReading } from './is-reading.ts'

const RATE = /^(?:100|\d{1,2})(?:\.\d+)?%$/

const expectedShare = "expected a share of the requests, such as '5%'"

const requests = ['all', 'reads', 'writes'] as const

const chaosArgument = fields({
  rate: described(v.pipe(v.string(expectedShare), v.regex(RATE, expectedShare)), 'Share of the requests.', '5%'),
  on: described(
    v.optional(v.picklist(requests)),
    'All requests (by default), those that read, or those that write.',
    'writes',
  ),
})

/** Failures that may come at any time: `{ rate: '5%', on: 'writes' }`. */
export type Chaos = v.InferInput<typeof chaosArgument>
export interface ChaosSchema extends v.GenericSchema<Chaos> {}

export const chaosSchema: ChaosSchema = described(
  chaosArgument,
  'What may come at any time, drawn by the seed, the endpoint or command and its n-th request: 500 `internal_error`, 429 with `Retry-After` (A-330), an answer lost after the work, a connection dropped before it, an answer that is 0.5 to 3 s late, an empty page of a listing with a cursor.',
  { rate: '5%' },
)

/** Parses `5%` or `writes:2%`. Undefined if it is neither. */
export function parseChaos(text: string): Chaos | undefined {
  const [, on, rate] = /^(?:(\w+):)?(.*)$/.exec(text) ?? []
  const chaos = { rate, ...(on !== undefined && { on }) }
  return v.is(chaosSchema, chaos) ? chaos : undefined
}

/** A failure that was drawn for a request. */
export interface Mishap {
  /** Reads in sentences: `answered 429`. */
  readonly what: string
  /** Undefined for an empty page. */
  readonly fault: Fault | undefined
}

interface ChaosKind {
  readonly what: string
  readonly fault?: (draw: (below: number) => number) => Fault
  readonly fits?: (unit: TriggeredUnit, via: 'http' | 'socket') => boolean
}

const tooMany = {
  status: 429,
  headers: { 'retry-after': '1' },
  body: { status: 'failure', error: 'rate_limited', message: 'Too many requests. Wait as long as Retry-After says.' },
}

const kinds: readonly ChaosKind[] = [
  { what: 'answered 500', fault: () => ({ fail: { error: 'internal_error' } }) },
  { what: 'answered 429', fault: () => ({ fail: tooMany }), fits: (_, via) => via === 'http' },
  { what: 'answer lost after the work', fault: () => ({ lose_response: true }) },
  { what: 'connection dropped before the work', fault: () => ({ drop: true }) },
  { what: 'answer late', fault: (draw) => ({ delay: `${500 + draw(2_501)}ms` }) },
  { what: 'empty page', fits: ({ page }) => page?.kind === 'opaque' || page?.kind === 'record' },
]

/**
 * Draws what the n-th request (`turn`) to a unit meets; undefined where nothing happens. It depends on nothing else
 * than the seed, so that clients side by side meet the same again.
 */
export function drawMishap(
  { rate, on = 'all' }: Chaos,
  request: {
    readonly unit: TriggeredUnit
    readonly via: 'http' | 'socket'
    readonly turn: number
    readonly seed: number
  },
): Mishap | undefined {
  const { unit, via, turn, seed } = request
  if (on !== 'all' && isReading(unit) !== (on === 'reads')) return undefined
  const letters = new TextEncoder().encode(`${via} ${unit.id}`)
  const own = letters.reduce((hash, letter) => mix(hash, letter, 1), seed ^ 0xc4a05)
  let drawn = 0
  const draw = (below: number): number => Math.floor((mix(own, turn, ++drawn) / 0x1_0000_0000) * below)
  if (draw(1_000_000) >= Number.parseFloat(rate) * 10_000) return undefined
  const fitting = kinds.filter(({ fits }) => fits?.(unit, via) ?? true)
  const { what, fault } = fitting[draw(fitting.length)]!
  return { what, fault: fault?.(draw) }
}

/** Counts of a trigger with chaos after another request to a unit. */
export function countTurn({ turns, met }: DrawnChaos, unit: string): DrawnChaos {
  return { turns: { ...turns, [unit]: (turns[unit] ?? 0) + 1 }, met }
}

/** Counts of a trigger with chaos after a mishap. */
export function countMishap({ turns, met }: DrawnChaos, what: string): DrawnChaos {
  return { turns, met: { ...met, [what]: (met[what] ?? 0) + 1 } }
}
