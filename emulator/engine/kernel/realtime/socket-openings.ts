import type { SocketOpening } from '../../world/settings.ts'
import type { World } from '../../world/world.ts'

/** Outcomes of the sockets that clients open, in turn (`settings.sockets`). */
export class SocketOpenings {
  /** Number of sockets that clients opened. */
  count = 0
  readonly #world: World
  readonly #listeners = new Set<() => void>()

  constructor(world: World) {
    this.#world = world
  }

  /** Calls `listener` for each socket that a client opens from now on. Returns the function that stops it. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Counts a socket and gives its outcome. The last outcome of the settings holds for all that come after. */
  next(): SocketOpening {
    const { sockets } = this.#world.settings
    for (const listener of this.#listeners) listener()
    return sockets[Math.min(this.count++, sockets.length - 1)] ?? 'accepted'
  }
}
