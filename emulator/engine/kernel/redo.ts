import type { ApiError } from '../../contract/api-error.ts'
import type { Snapshot } from '../world/world.ts'
import type { Caller } from './caller.ts'
import type { Exchange } from './exchange.ts'
import type { Host } from './host.ts'

type Fields = Readonly<Record<string, unknown>>

/** Another way to do a request than it was sent (settings.broken). */
export interface Redo {
  /** What path parameters, query and body say; a field that is undefined is left out. Fields that the unit does not know are ignored. */
  readonly input?: Fields
  readonly caller?: Caller
  /** Refused with this, whatever it asks. */
  readonly failure?: ApiError
}

/** A request that was answered once, and can be answered again. */
export interface Attempt {
  /** The world before the request. */
  readonly before: Snapshot
  /** Answers it again, from the world as it stands. */
  again(redo: Redo): Exchange
}

/** Answers a request; where the world breaks statements on purpose, the breaker has the last word. */
export function attempt(host: Host, respond: (redo: Redo | undefined) => Exchange): Exchange {
  const mark = host.tracer?.mark()
  const exchange = answered(host, respond)
  exchange.before = mark
  return exchange
}

function answered({ world, breaker }: Host, respond: (redo: Redo | undefined) => Exchange): Exchange {
  if (world.settings.broken.length === 0) return respond(undefined)
  const before = world.snapshot()
  return breaker(respond(undefined), { before, again: respond })
}
