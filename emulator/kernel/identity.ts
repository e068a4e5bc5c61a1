import type { Caller } from '../access/caller.ts'
import type { ApiError } from '../contract/api-error.ts'
import type { CitationSet } from '../coverage/citation-set.ts'
import type { WorldState } from '../world/world.ts'
import type { Exchange } from './exchange.ts'

/**
 * Who stands behind the credentials of a socket. Looked up again whenever the world was written to or its time moved, because
 * keys are deleted, tokens expire and users retire while sockets are open.
 */
export class Identity {
  #caller: Caller | ApiError | undefined
  /** What the exchange rested on before it was looked up, and after. */
  #before: CitationSet | undefined
  #after: CitationSet | undefined
  #state: WorldState | undefined
  #version = 0
  #now = 0

  of(exchange: Exchange): Caller | ApiError {
    const { citations, world: { state } } = exchange
    if (citations === this.#before && state === this.#state && state.version === this.#version && state.now === this.#now) {
      exchange.citations = this.#after!
      return this.#caller!
    }
    this.#caller = exchange.host.kernel.identify(exchange)
    this.#before = citations
    this.#after = exchange.citations
    this.#state = state
    this.#version = state.version
    this.#now = state.now
    return this.#caller
  }
}
