/** Requests to the host of the API that none of its addresses takes: without the mock they would leave with their credentials. */
import { CitationSet } from '../engine/coverage/citation-set.ts'
import type { Instance } from './instance.ts'

/** No answer of the API, so that no test expects it; and none that `fetch` tries again by itself, as it does after 421. */
const NOT_IMPLEMENTED = 501
/** Lines that are kept of a world. */
const MAX_LINES = 20

const nothingCited = new CitationSet()

export interface Escape {
  readonly via: 'http' | 'socket'
  readonly method: string
  readonly url: string
  /** Names and values in turn. */
  readonly headers: readonly string[]
}

/** Keeps an escape with the world that it was meant for, and says it. Gives the answer that it gets. */
export function recordEscape(
  instance: Instance,
  escape: Escape,
  message: string,
): { status: number; headers: readonly string[]; body: string } {
  const { via, ...request } = escape
  const { host, journal } = instance
  const answer = escapedAnswer(message)
  journal?.record({
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
    citations: nothingCited,
    triggered: undefined,
    start: { real: host.stopwatch(), world: host.world.now },
    world: host.world,
    host,
  })
  host.tracer?.entered()
  if (instance.escapes.length < MAX_LINES) instance.escapes.push(message)
  return answer
}

export function escapedAnswer(message: string): { status: number; headers: readonly string[]; body: string } {
  const body = { status: 'failure', error: 'escaped', message }
  return { status: NOT_IMPLEMENTED, headers: ['content-type', 'application/json'], body: JSON.stringify(body) }
}
