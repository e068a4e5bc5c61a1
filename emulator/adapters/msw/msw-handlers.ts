import type { http as Http, HttpHandler, WebSocketHandler, WebSocketLink, ws as Ws } from 'msw'
import type { Emulator } from '../../host/emulator.ts'
import { lacksVersion, refuseRequest, refuseSocket } from './msw-guard.ts'
import {
  checkCall,
  hostPattern,
  parsePlace,
  placeOptions,
  type HandlerOptions,
  type Place,
  type PlaceOptions,
} from './msw-place.ts'
import { routePatterns } from './msw-routes.ts'
import { noteHandlers } from './msw-second.ts'
import { isServed, serveSocket } from './msw-socket.ts'
import { forPages } from '../page-headers.ts'

/** The parts of msw that handlers are made with. */
export interface MswParts {
  readonly http: typeof Http
  readonly ws: typeof Ws
}

/**
 * Handlers for `setupServer`, `setupWorker` or `defineNetwork` that answer from an emulator. Throws `EmulatorError` for wrong options.
 * One catch-all stands in front of the emulator's own router: every further handler would cost each request.
 */
export interface CreateHandlers {
  (emulator: Emulator, options: HandlerOptions & { readonly realtimeUrl: false }): HttpHandler[]
  (emulator: Emulator, options?: HandlerOptions): (HttpHandler | WebSocketHandler)[]
}

/** The last handlers of a server whose `createHandlers` have `fallthrough`: what reached no other is answered with a failure. */
export type CreateLeakGuard = (emulator: Emulator, options?: PlaceOptions) => (HttpHandler | WebSocketHandler)[]

/** The emulator that answers now; none leaves a request to other handlers, and an error is what it is answered with. */
export type Choose = () => Emulator | Error | undefined

/** Implements `createHandlers` with the parts of one msw. */
export function handlersWith(
  parts: MswParts,
  emulator: Emulator,
  options: HandlerOptions = {},
): (HttpHandler | WebSocketHandler)[] {
  checkCall('createHandlers', emulator, options)
  const place = parsePlace(options)
  const asked = noteHandlers('createHandlers', emulator, place)
  const choose = () => {
    asked()
    return emulator
  }
  return options.fallthrough === true ? fallingThrough(parts, place, choose) : handlersAt(parts, place, choose)
}

/** Implements `createLeakGuard` with the parts of one msw. */
export function leakGuardWith(
  parts: MswParts,
  emulator: Emulator,
  options: PlaceOptions = {},
): (HttpHandler | WebSocketHandler)[] {
  checkCall('createLeakGuard', emulator, options, placeOptions)
  return guardAt(parts, parsePlace(options), () => emulator)
}

/** Everything on the hosts of a place: the API from an emulator, the rest as escapes. Requests first: packages with sockets of their own (`ws`) send an upgrade, which msw 2 would accept without serving it. */
export function handlersAt(parts: MswParts, place: Place, choose: Choose): (HttpHandler | WebSocketHandler)[] {
  return [
    parts.http.all(pattern(hostPattern(place, 'rest')), ({ request }) => {
      const emulator = choose()
      if (emulator instanceof Error)
        return Response.json(
          { status: 'failure', error: 'ambiguous_world', message: emulator.message },
          { status: 500 },
        )
      return emulator && answer(place, emulator, request)
    }),
    ...socketsAt(parts, place, hostPattern(place, 'realtime'), choose),
  ]
}

/** The failure for all that reaches these handlers. */
export function guardAt(
  { http, ws }: MswParts,
  place: Place,
  choose: () => Emulator | undefined,
): (HttpHandler | WebSocketHandler)[] {
  return [
    ...(place.realtime === undefined
      ? []
      : [
          linkTo(ws, hostPattern(place, 'realtime')).addEventListener('connection', ({ client }) => {
            if (!isServed(client)) refuseSocket(place, choose(), client)
          }),
        ]),
    http.all(pattern(hostPattern(place, 'rest')), ({ request }) => refuseRequest(place, choose(), request)),
  ]
}

function fallingThrough(parts: MswParts, place: Place, choose: () => Emulator): (HttpHandler | WebSocketHandler)[] {
  const routes = routePatterns(place.rest).map(([method, routed]) =>
    parts.http[method](routed, ({ request }) => answer(place, choose(), request)),
  )
  return [...socketsAt(parts, place, place.realtime?.own ?? '', choose), ...routes]
}

async function answer(place: Place, emulator: Emulator, request: Request): Promise<Response> {
  const below = place.rest.below(request.url)
  // The address itself, without its slash, is not the API's.
  if (!below?.startsWith('/') || lacksVersion(place, request.url)) return refuseRequest(place, emulator, request)
  try {
    return forPages(await emulator.fetch(belowVersion(request, below)))
  } catch {
    return Response.error()
  }
}

/** Moves a request below `/v1`, for clients that expect the API at another path. */
function belowVersion(request: Request, below: string): Request {
  const url = new URL(request.url)
  return url.pathname.startsWith('/v1/') && `${url.pathname}${url.search}` === `/v1${below}`
    ? request
    : new Request(`${url.origin}/v1${below}`, request)
}

function socketsAt({ ws }: MswParts, place: Place, source: string, choose: Choose): WebSocketHandler[] {
  if (place.realtime === undefined) return []
  return [
    linkTo(ws, source).addEventListener('connection', ({ client }) => {
      const emulator = choose()
      if (emulator instanceof Error) client.close(1011, 'several worlds share this address')
      else if (emulator !== undefined && /^\/?(?:[?#]|$)/.test(place.realtime!.below(client.url.href) ?? '/elsewhere'))
        serveSocket(emulator, client)
      else if (emulator !== undefined) refuseSocket(place, emulator, client)
    }),
  ]
}

// By URL: each link listens to a channel of msw for as long as the process lives.
const links = new WeakMap<typeof Ws, Map<string, WebSocketLink>>()

function linkTo(ws: typeof Ws, source: string): WebSocketLink {
  const known = links.get(ws) ?? new Map<string, WebSocketLink>()
  links.set(ws, known)
  const link = known.get(source) ?? ws.link(pattern(source))
  known.set(source, link)
  return link
}

function pattern(source: string): RegExp {
  return new RegExp(`^(?:${source})`)
}
