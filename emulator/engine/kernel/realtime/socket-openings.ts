import { ApiError } from '../../../contract/api-error.ts'
import type { SocketOpening } from '../../world/settings.ts'
import type { World } from '../../world/world.ts'
import type { Host } from '../host.ts'
import { refuseAtOnce } from '../rest/refuse-page.ts'
import type { WireRequest, WireResponse } from '../wire.ts'

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

const badGateway: WireResponse = {
  status: 502,
  headers: ['content-type', 'text/html'],
  body: '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>',
}

/** The answer that refuses an upgrade, where its opening is a refusal. */
export function refuseOpening(host: Host, request: WireRequest, opening: SocketOpening): WireResponse | undefined {
  if (opening === 'bad_gateway') return badGateway
  if (opening !== 'unauthenticated') return undefined
  const failure = new ApiError('unauthenticated', 'Missing or invalid credentials.', { injected: true })
  return refuseAtOnce(host, request, failure)
}
