import type { Caller } from '../access/caller.ts'
import type { ApiError } from '../contract/api-error.ts'
import type { WorldState } from '../world/world.ts'
import type { Exchange } from './exchange.ts'

/**
 * Who stands behind the credentials of a socket. Looked up again whenever the world was written to or its time moved, because
 * keys are deleted, tokens expire and users retire while sockets are open.
 */
export class Identity {
  #caller: Caller | ApiError | undefined
  #marks: readonly number[] = []
  #state: WorldState | undefined
  #version = 0
  #now = 0

  of(exchange: Exchange): Caller | ApiError {
    const { state } = exchange.world
    if (this.#caller !== undefined && state === this.#state && state.version === this.#version && state.now === this.#now) {
      for (const mark of this.#marks) exchange.mark(mark)
      return this.#caller
    }
    const before = exchange.marks.length
    this.#caller = exchange.host.kernel.identify(exchange)
    this.#marks = exchange.marks.slice(before)
    this.#state = state
    this.#version = state.version
    this.#now = state.now
    return this.#caller
  }
}
