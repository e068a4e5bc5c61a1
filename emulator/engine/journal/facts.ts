import { failedDelivery } from '../faults/registry.ts'
import type { FailureCode, JournaledUnit, KeptExchange, UnusualDelivery } from './entry.ts'

/** Facts of an exchange that need no rendering. They are all that is kept of a dropped one. */
export interface EntryFacts {
  readonly via: 'http' | 'socket'
  readonly unit: JournaledUnit | undefined
  readonly method: string
  /** Path as sent, without its query; undefined if it is no longer known. */
  readonly path: string | undefined
  /** Alias of the user. */
  readonly caller: string | null
  readonly status: number | null
  /** How the answer failed to reach its client, or waits; null if it arrived whole. */
  readonly delivery: UnusualDelivery | null
  /** Code of a refusal. */
  readonly error: FailureCode | null
}

/** How the answer of an exchange failed to reach its client, or waits; undefined if it arrived whole. */
export function findDelivery({ state, response }: KeptExchange): UnusualDelivery | undefined {
  return state ?? failedDelivery(response?.faults)
}

/** Error code of a refusal; null for an answer of something in front of the API, such as `fail: { status: 503 }`. */
export function refusalCode({ via, failure }: Pick<KeptExchange, 'via' | 'failure'>): FailureCode | null {
  if (failure?.foreign === undefined) return failure?.code ?? null
  // A socket has no status: its answer carries the code.
  return via === 'socket' && failure.foreign.status >= 400 ? failure.code : null
}

export function readFacts(exchange: KeptExchange): EntryFacts {
  const { via, unit, request, user, response } = exchange
  const { method, url } = request
  const query = url.indexOf('?')
  return {
    via,
    unit,
    method,
    path: query < 0 ? url : url.slice(0, query),
    caller: user?.alias ?? null,
    status: response?.status ?? null,
    delivery: findDelivery(exchange) ?? null,
    error: refusalCode(exchange),
  }
}
