import type { ApiError } from '../../contract/api-error.ts'
import type { Snapshot } from '../world/world-state.ts'
import type { Caller } from './caller.ts'
import type { Exchange } from './exchange.ts'
import type { Host } from './host.ts'
import type { Respond } from './steps.ts'

type Fields = Readonly<Record<string, unknown>>

/** Another way to do a request than it was sent (settings.broken). */
export interface Redo {
  /** What path parameters, query and body say; a field that is undefined is left out. Fields that the unit does not know are ignored. */
  readonly input?: Fields
  readonly caller?: Caller
  /** Refused with this, whatever it asks. */
  readonly failure?: ApiError
}

/** Trace of `settings.broken` on an exchange. */
export interface Broken {
  /** Other way in which it is done than it was sent. */
  readonly redo?: Redo
  /** Id of the mutant that was carried out on the answer. */
  readonly mutant?: string
}

/** A request that was answered once, and can be answered again. */
export interface Attempt {
  /** The world before the request. */
  readonly before: Snapshot
  /** Answers it again, from the world as it stands. */
  again(redo: Redo): Exchange
}

/** Answers a request; the breaker has the last word. */
export function breakOnPurpose(host: Host, respond: Respond): Exchange {
  const before = host.world.snapshot()
  const first = respond()
  const exchange = host.breaker(first, { before, again: respond })
  if (exchange.traced !== undefined) exchange.traced = { ...exchange.traced, before: first.traced!.before }
  return exchange
}

/** Refuses the request with the error that it is redone with. */
export function refuseAsTold({ broken }: Exchange): void {
  if (broken?.redo?.failure !== undefined) throw broken.redo.failure
}
