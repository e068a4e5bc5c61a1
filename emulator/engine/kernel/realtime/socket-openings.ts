import type { SocketOpening } from '../../world/settings.ts'
import type { World } from '../../world/world.ts'

/** What becomes of the sockets that clients open, in turn (`settings.sockets`). */
export class SocketOpenings {
  /** Sockets that were asked for. */
  count = 0
  readonly #world: World
  readonly #listeners = new Set<() => void>()

  constructor(world: World) {
    this.#world = world
  }

  /** Calls `listener` for each socket that is asked for from now on. Returns the function that stops it. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Counts a socket that is asked for. The last of the settings holds for all that come after. */
  next(): SocketOpening {
    const { sockets } = this.#world.settings
    for (const listener of this.#listeners) listener()
    return sockets[Math.min(this.count++, sockets.length - 1)] ?? 'accepted'
  }
}
