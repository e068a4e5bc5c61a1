import type { RequestHandler, WebSocketHandler } from 'msw'
import { setupServer } from 'msw/node'
import { Emulator } from '../host/emulator.ts'
import { instanceOf } from '../host/instance-of.ts'
import { addressedWorld } from '../host/dispatch.ts'
import { serveSocket } from '../transports/core/msw-socket.ts'
import { http, ws } from '../transports/node/msw-parts.ts'
import { apiAt, type Api, type Network } from './network.ts'
import { siteEmulator } from './worlds.ts'

type Handlers = (RequestHandler | WebSocketHandler)[]

// The top-level domain is reserved for such use (RFC 6761): nothing else answers there.
const HOST = 'emulator.test'

/** Serves worlds by interception: each at an address of its own, or several at a fixed one. */
export function mswNetwork(): Network {
  const sites = siteHandlers()
  const server = setupServer(...sites)
  const fixed = new Map<string, FixedAddress>()
  // Strictness about other addresses is for the user's own server. msw 3 calls the option onUnhandledFrame.
  server.listen({ onUnhandledRequest: 'bypass', onUnhandledFrame: 'bypass' } as object)
  return {
    open(emulator, apiUrl) {
      if (apiUrl === undefined) return apiAt(`http://${HOST}`, emulator)
      let address = fixed.get(apiUrl)
      if (address === undefined) {
        fixed.set(apiUrl, (address = new FixedAddress(apiUrl)))
        server.use(...address.handlers)
      }
      return address.open(emulator, (handlers, callback) => server.boundary(() => {
        server.resetHandlers(...sites, ...handlers)
        return callback()
      })())
    },
    leave: (emulator) => fixed.forEach((address) => address.leave(emulator)),
    close: () => server.close(),
  }
}

function siteHandlers(): Handlers {
  const root = siteEmulator()
  return [
    http.all(`http://${HOST}/*`, ({ request }) => root.fetch(request).catch(() => Response.error())),
    ws.link(`ws://${HOST}/*`).addEventListener('connection', ({ client }) => {
      const instance = addressedWorld(instanceOf(root), new URL(client.url).pathname)?.instance
      if (instance === undefined || instance === instanceOf(root)) client.close(1011, 'there is no such world')
      else serveSocket(new Emulator(instance), client)
    }),
  ]
}

class AmbiguousWorld extends Error {}

/** An address that the client under test cannot change. It means the one world that is there; which of several, only `isolated` tells. */
class FixedAddress {
  readonly #apiUrl: string
  readonly #worlds = new Set<Emulator>()
  // Kept for later tests: a link to sockets stays with msw for ever.
  readonly #slots: Slot[] = []
  readonly handlers: Handlers

  constructor(apiUrl: string) {
    this.#apiUrl = apiUrl.replace(/\/+$/, '')
    this.handlers = handlersAt(this.#apiUrl, () => this.#only())
  }

  open(emulator: Emulator, within: <R>(handlers: Handlers, callback: () => R) => R): Api {
    this.#worlds.add(emulator)
    return { baseUrl: this.#apiUrl, realtimeUrl: realtimeOf(this.#apiUrl), isolated: (callback) => within(this.#slotFor(emulator).handlers, callback) }
  }

  leave(emulator: Emulator): void {
    this.#worlds.delete(emulator)
    for (const slot of this.#slots) if (slot.emulator === emulator) slot.emulator = undefined
  }

  #slotFor(emulator: Emulator): Slot {
    let slot = this.#slots.find((candidate) => candidate.emulator === emulator) ?? this.#slots.find((candidate) => candidate.emulator === undefined)
    if (slot === undefined) this.#slots.push((slot = new Slot(this.#apiUrl)))
    slot.emulator = emulator
    return slot
  }

  #only(): Emulator | undefined {
    if (this.#worlds.size < 2) return this.#worlds.values().next().value
    throw new AmbiguousWorld(`${this.#worlds.size} tests run at the same time and share ${this.#apiUrl}: wrap each in api.isolated(() => ...), or leave apiUrl out and use the address of the api fixture`)
  }
}

/** Handlers for one isolated test at a time. */
class Slot {
  emulator: Emulator | undefined
  readonly handlers: Handlers

  constructor(apiUrl: string) {
    this.handlers = handlersAt(apiUrl, () => this.emulator)
  }
}

/** Handlers that answer from the world that `choose` gives; from none, they leave the request to others. */
function handlersAt(apiUrl: string, choose: () => Emulator | undefined): Handlers {
  const prefix = new URL(apiUrl).pathname
  return [
    http.all(`${apiUrl}/*`, async ({ request }) => {
      const url = new URL(request.url)
      url.pathname = `/v1${url.pathname.slice(prefix.length)}`
      try {
        return await choose()?.fetch(new Request(url, request))
      } catch (error) {
        if (!(error instanceof AmbiguousWorld)) return Response.error()
        return Response.json({ status: 'failure', error: 'ambiguous_world', message: error.message }, { status: 500 })
      }
    }),
    ws.link(realtimeOf(apiUrl)).addEventListener('connection', ({ client }) => {
      try {
        const emulator = choose()
        if (emulator !== undefined) serveSocket(emulator, client)
      } catch {
        client.close(1011, 'several worlds share this address')
      }
    }),
  ]
}

function realtimeOf(apiUrl: string): string {
  return `${apiUrl.replace(/^http/, 'ws')}/realtime`
}
