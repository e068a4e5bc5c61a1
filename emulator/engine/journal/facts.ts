import type { FailedDelivery } from '../faults/definition.ts'
import { failedDelivery } from '../faults/registry.ts'
import type { FailureCode, JournaledUnit, KeptExchange } from './entry.ts'

/** Facts of an exchange that need no rendering. They are all that is kept of a dropped one. */
export interface Facts {
  readonly via: 'http' | 'socket'
  readonly unit: JournaledUnit | undefined
  readonly method: string
  /** Path as sent, without its query; undefined if it is no longer known. */
  readonly path: string | undefined
  /** Alias of the user. */
  readonly caller: string | null
  readonly status: number | null
  /** Reason for which the answer did not reach its client; null if it arrived whole. */
  readonly delivery: FailedDelivery | null
  /** Code of a refusal. */
  readonly error: FailureCode | null
}

export function readFacts({ via, unit, request: { method, url }, user, response, failure }: KeptExchange): Facts {
  const query = url.indexOf('?')
  return {
    via,
    unit,
    method,
    path: query < 0 ? url : url.slice(0, query),
    caller: user?.alias ?? null,
    status: response?.status ?? null,
    delivery: failedDelivery(response?.faults) ?? null,
    error: failure?.code ?? null,
  }
}
