import { ApiError } from '../contract/api-error.ts'
import type { CitationSet } from '../coverage/citation-set.ts'
import type { Unit } from '../kernel/unit/definition.ts'
import type { Exchange } from '../kernel/exchange.ts'
import type { WireRequest, WireResponse } from '../kernel/wire.ts'
import type { User } from '../world/tables/users.ts'

type Values = Readonly<Record<string, unknown>>

/** One exchange as the journal keeps it: nothing is rendered, and nothing of the host is held. */
export interface Entry {
  /** From 1, in order of arrival; never given twice, not even after `clear`. */
  readonly number: number
  readonly via: 'http' | 'socket'
  readonly unit: Unit | undefined
  readonly params: Values
  /** Parameters of a call on a socket; the body of an HTTP request is in `request`. */
  readonly call: Values | undefined
  readonly request: WireRequest
  readonly response: WireResponse | undefined
  readonly user: User | undefined
  readonly human: User | null
  readonly failure: ApiError | undefined
  readonly citations: CitationSet
  readonly triggers: readonly string[] | undefined
  readonly notes: readonly string[] | undefined
  readonly defect: unknown
  /** World time when it came and when it was answered, milliseconds since 1970. */
  readonly worldStart: number
  readonly worldEnd: number
  /** Real milliseconds that it took. */
  readonly took: number
  /** Bytes of the bodies, roughly: a text counts one for each UTF-16 unit. */
  readonly size: number
}

export function entryOf(number: number, exchange: Exchange): Entry {
  const { via, unit, params, request, response, identified, failure, citations, triggers, notes, defect, worldStart } = exchange
  const caller = identified instanceof ApiError ? undefined : identified
  return {
    number, via, unit, params, request, response, failure, citations, triggers, notes, defect, worldStart,
    call: via === 'socket' ? exchange.body : undefined,
    user: caller?.user,
    human: caller?.human ?? null,
    worldEnd: exchange.world.now,
    took: exchange.host.stopwatch() - exchange.startedAt,
    size: (request.body?.length ?? 0) + (response?.body?.length ?? 0),
  }
}
