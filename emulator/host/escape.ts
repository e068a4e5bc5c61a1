/**
 * Escapes: requests to the host of the API but to none of its addresses. Without the mock they would leave this machine
 * with their credentials.
 */
import { CitationSet } from '../engine/coverage/citation-set.ts'
import type { JournaledExchange } from '../engine/journal/entry.ts'
import type { WireResponse } from '../engine/kernel/wire.ts'
import type { Instance } from './instance.ts'

/** A status that the API never answers, and that `fetch` does not retry as it does 421. */
const NOT_IMPLEMENTED = 501
/** Maximum of escapes that are kept for a world. */
const MAX_LINES = 20

const nothingCited = new CitationSet()

export interface Escape {
  readonly via: 'http' | 'socket'
  readonly method: string
  readonly url: string
  /** Alternating names and values. */
  readonly headers: readonly string[]
}

/** Records an escape in the world it was meant for, and prints a warning. Returns its answer. */
export function recordEscape(instance: Instance, escape: Escape, message: string): WireResponse {
  const { via, ...request } = escape
  const { host, journal } = instance
  const answer = escapedAnswer(message)
  const exchange: JournaledExchange = {
    via,
    request: { ...request, body: null },
    response: answer,
    failure: { code: 'escaped', message, injected: false },
    notes: [message],
    unit: undefined,
    params: {},
    body: {},
    identified: undefined,
    call: undefined,
    beside: undefined,
    citations: nothingCited,
    triggered: undefined,
    under: undefined,
    wait: undefined,
    start: { real: host.stopwatch(), world: host.world.now },
    world: host.world,
    host,
  }
  journal?.ended(journal.record(exchange), exchange)
  host.tracer?.entered()
  if (instance.escapes.length < MAX_LINES) instance.escapes.push(message)
  return answer
}

export function escapedAnswer(message: string): WireResponse {
  const body = { status: 'failure', error: 'escaped', message }
  return { status: NOT_IMPLEMENTED, headers: ['content-type', 'application/json'], body: JSON.stringify(body) }
}
