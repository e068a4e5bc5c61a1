import type { RequestHandler, WebSocketHandler } from 'msw'
import { setupServer } from 'msw/node'
import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { valueText } from '../../engine/checking/problems.ts'
import { answerFetch } from '../../host/answer-fetch.ts'
import { addressedWorld, chooseWorld } from '../../host/which-world.ts'
import { Emulator } from '../../host/emulator.ts'
import { instanceOf } from '../../host/instance-of.ts'
import { refuseRequest, refuseSocket } from '../msw/msw-guard.ts'
import { guardAt, handlersAt, once } from '../msw/msw-handlers.ts'
import { parsePlace, placeOptions, type MswPlace } from '../msw/msw-place.ts'
import { handleSockets, serveSocket } from '../msw/msw-socket.ts'
import { http, ws } from '../node/msw-parts.ts'
import { apiAt, type Api, type Network } from './network.ts'
import { testWorld } from './test-world.ts'
import { findWorldId, site, siteEmulator } from './worlds.ts'

type Handlers = (RequestHandler | WebSocketHandler)[]

// Reserved top-level domain (RFC 6761): no real host answers there.
const HOST = 'emulator.test'

/** Serves worlds by interception, each at an address of its own, or several at a fixed one. */
export function mswNetwork(): Network {
  const sites = siteHandlers()
  const server = setupServer(...sites)
  const fixed = new Map<string, FixedAddress>()
  // Strictness about other addresses is up to the user's own server. msw 3 names the option onUnhandledFrame.
  server.listen({ onUnhandledRequest: 'bypass', onUnhandledFrame: 'bypass' } as object)
  return {
    open(emulator, apiUrl) {
      if (apiUrl === undefined) return apiAt(`http://${HOST}`, emulator)
      let address = fixed.get(apiUrl)
      if (address === undefined) {
        fixed.set(apiUrl, (address = new FixedAddress(apiUrl)))
        // Guards come last: one host may have several addresses.
        const all = [...fixed.values()]
        server.resetHandlers(...all.flatMap(({ handlers }) => handlers), ...sites, ...all.flatMap(({ guard }) => guard))
      }
      const { guard } = address
      return address.open(emulator, (handlers, callback) =>
        server.boundary(() => {
          server.resetHandlers(...sites, ...handlers, ...guard)
          return callback()
        })(),
      )
    },
    leave: (emulator) => fixed.forEach((address) => address.leave(emulator)),
    close: () => server.close(),
  }
}

function siteHandlers(): Handlers {
  const root = siteEmulator()
  const worldAt = (pathname: string): Emulator | undefined => {
    const instance = addressedWorld(instanceOf(root), pathname)?.instance
    return instance === undefined || instance === instanceOf(root) ? undefined : new Emulator(instance)
  }
  return [
    handleSockets(ws.link(new RegExp(`^wss?://${HOST}(?::\\d+)?/`)), (client) => {
      const emulator = worldAt(client.url.pathname)
      if (emulator === undefined) client.close(1011, 'there is no such world')
      else if (isOwn(client.url, 'ws:', /\/v1\/realtime$/)) serveSocket(emulator, client)
      else refuseSocket(placeAt(client.url.pathname), emulator, client)
      return true
    }),
    http.all(
      new RegExp(`^https?://${HOST}(?::\\d+)?/`),
      once(({ request }) => {
        const url = new URL(request.url)
        if (isOwn(url, 'http:', /^\/w\/\w+\/(?:v1|__emulator)\//) || namesWorld(request))
          return answerFetch(root, request).catch(() => Response.error())
        // A request without a world in its address may come from any running test.
        const meant = [
          worldAt(url.pathname) ?? Array.from(site.worlds(), ([, instance]) => new Emulator(instance)),
        ].flat()
        const answers = meant.map((emulator) => refuseRequest(placeAt(url.pathname), emulator, request))
        return answers[0] ?? refuseRequest(placeAt(url.pathname), undefined, request)
      }),
    ),
  ]
}

/** True for a request whose headers or key name the world of a test. */
function namesWorld({ url, headers }: Request): boolean {
  const { pathname: path } = new URL(url)
  if (!path.startsWith('/v1/')) return false
  const sent = { method: 'GET', url: path, headers: [...headers].flat(), body: null }
  const chosen = chooseWorld(instanceOf(siteEmulator()), sent)
  return 'refusal' in chosen || chosen.isNamed
}

function isOwn({ protocol, port, pathname }: URL, scheme: string, path: RegExp): boolean {
  return protocol === scheme && port === '' && path.test(pathname)
}

/** Address of the world in a path; without one, a sample of such addresses. */
function placeAt(pathname: string): MswPlace {
  const [, world = '<world>'] = /^\/w\/(\w+)(?=\/|$)/.exec(pathname) ?? []
  return parsePlace({ baseUrl: `http://${HOST}/w/${world}/v1` })
}

/**
 * An address that the client under test cannot change. It stands for the only world; among several worlds `isolated`
 * decides.
 */
class FixedAddress {
  readonly #place: MswPlace
  readonly #worlds = new Set<Emulator>()
  // Reused by later tests: msw never releases a link to sockets.
  readonly #slots: Slot[] = []
  readonly handlers: Handlers
  /** Handlers for requests that arrive while no test runs. */
  readonly guard: Handlers

  constructor(apiUrl: string) {
    const { baseUrl } = placeOptions
    if (!baseUrl.fits(apiUrl)) throw new EmulatorError(`apiUrl: expected ${baseUrl.expected}, got ${valueText(apiUrl)}`)
    this.#place = parsePlace({ baseUrl: apiUrl })
    this.handlers = handlersAt({ http, ws }, this.#place, () => this.#only())
    this.guard = guardAt({ http, ws }, this.#place, () => undefined)
  }

  open(emulator: Emulator, within: <R>(handlers: Handlers, callback: () => R) => R): Api {
    this.#worlds.add(emulator)
    const { rest, realtime } = this.#place
    return {
      baseUrl: rest.text,
      realtimeUrl: realtime!.text,
      world: testWorld(findWorldId(emulator)),
      isolated: (callback) => within(this.#slotFor(emulator).handlers, callback),
    }
  }

  leave(emulator: Emulator): void {
    this.#worlds.delete(emulator)
    for (const slot of this.#slots) if (slot.emulator === emulator) slot.emulator = undefined
  }

  #slotFor(emulator: Emulator): Slot {
    let slot =
      this.#slots.find((candidate) => candidate.emulator === emulator) ??
      this.#slots.find((candidate) => candidate.emulator === undefined)
    if (slot === undefined) this.#slots.push((slot = new Slot(this.#place)))
    slot.emulator = emulator
    return slot
  }

  #only(): Emulator | Error | undefined {
    if (this.#worlds.size < 2) return this.#worlds.values().next().value
    return new Error(
      `${this.#worlds.size} tests run at the same time and share ${this.#place.rest.text}: wrap each in api.isolated(() => ...), or leave apiUrl out and use the address of the api fixture`,
    )
  }
}

/** Handlers for one isolated test at a time. */
class Slot {
  emulator: Emulator | undefined
  readonly handlers: Handlers

  constructor(place: MswPlace) {
    this.handlers = handlersAt({ http, ws }, place, () => this.emulator)
  }
}
