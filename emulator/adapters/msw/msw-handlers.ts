import type { http as Http, HttpHandler, WebSocketHandler, WebSocketLink, ws as Ws } from 'msw'
import { answerFetch } from '../../host/answer-fetch.ts'
import { plainResponse } from '../../host/fetch.ts'
import type { Emulator } from '../../host/emulator.ts'
import { lacksVersion, answerOutside, refuseSocket } from './msw-guard.ts'
import {
  checkCall,
  hostPattern,
  parsePlace,
  placeOptions,
  type HandlerOptions,
  type MswPlace,
  type PlaceOptions,
} from './msw-place.ts'
import { handleSockets, serveSocket } from './msw-socket.ts'
import { forPages } from '../page-headers.ts'
import { catalog } from '../../service/catalog.ts'
import type { ApiAddress } from '../api-address.ts'
import { noteBasePath } from '../base-paths.ts'

/** Parts of msw that handlers are made of. */
interface MswParts {
  readonly http: typeof Http
  readonly ws: typeof Ws
}

/**
 * Makes handlers for `setupServer`, `setupWorker` or `defineNetwork` that answer from an emulator. Throws
 * `EmulatorError` for wrong options. One catch-all precedes the emulator's own router: each further handler would slow
 * down every request.
 */
export interface CreateHandlers {
  (emulator: Emulator, options: HandlerOptions & { readonly realtimeUrl: false }): HttpHandler[]
  (emulator: Emulator, options?: HandlerOptions): (HttpHandler | WebSocketHandler)[]
}

/**
 * Makes the last handlers of a server whose `createHandlers` have `fallthrough`: they refuse requests that no other
 * handler answered.
 */
export type CreateLeakGuard = (emulator: Emulator, options?: PlaceOptions) => (HttpHandler | WebSocketHandler)[]

/** Chooses the emulator that answers now. Undefined leaves a request to other handlers; an error refuses it. */
type Choose = () => Emulator | Error | undefined

/** Called with the id of each request that an emulator answers, for audits of the other handlers. */
export const answerListeners = new Set<(requestId: string) => void>()

/** Implements `createHandlers` with the parts of one version of msw. */
export function handlersWith(
  parts: MswParts,
  emulator: Emulator,
  options: HandlerOptions = {},
): (HttpHandler | WebSocketHandler)[] {
  checkCall('createHandlers', emulator, options)
  const place = parsePlace(options)
  const asked = noteHandlers('createHandlers', emulator, place)
  noteBasePath(emulator, place.rest.path)
  const choose = () => asked() ?? emulator
  return options.fallthrough === true ? fallingThrough(parts, place, choose) : handlersAt(parts, place, choose)
}

/** Implements `createLeakGuard` with the parts of one version of msw. */
export function leakGuardWith(
  parts: MswParts,
  emulator: Emulator,
  options: PlaceOptions = {},
): (HttpHandler | WebSocketHandler)[] {
  checkCall('createLeakGuard', emulator, options, placeOptions)
  return guardAt(parts, parsePlace(options), () => emulator)
}

/**
 * Handlers for all URLs on the hosts of a place: the API is answered by an emulator, the rest are escapes. HTTP
 * handlers come first: packages with sockets of their own (`ws`) send an upgrade request, which msw 2 would accept
 * without serving it.
 */
export function handlersAt(parts: MswParts, place: MswPlace, choose: Choose): (HttpHandler | WebSocketHandler)[] {
  return [
    parts.http.all(
      pattern(hostPattern(place, 'rest')),
      once((asked) => answerChosen(place, choose(), asked)),
    ),
    ...socketsAt(parts, place, hostPattern(place, 'realtime'), choose),
  ]
}

/** Handlers that refuse every request. */
export function guardAt(
  { http, ws }: MswParts,
  place: MswPlace,
  choose: () => Emulator | undefined,
): (HttpHandler | WebSocketHandler)[] {
  return [
    ...(place.realtime === undefined
      ? []
      : [
          handleSockets(linkTo(ws, hostPattern(place, 'realtime')), (client) => {
            refuseSocket(place, choose(), client)
            return true
          }),
        ]),
    http.all(
      pattern(hostPattern(place, 'rest')),
      once(({ request }) => answerOutside(place, choose(), request)),
    ),
  ]
}

interface Asked {
  readonly request: Request
  readonly requestId: string
}

/** Answers each request once. Where two servers of msw listen in a process, msw calls a handler twice with it. */
export function once<Answer>(answer: (asked: Asked) => Answer): (asked: Asked) => Answer {
  const answers = new WeakMap<Request, Answer>()
  return (asked) => {
    if (!answers.has(asked.request)) answers.set(asked.request, answer(asked))
    return answers.get(asked.request)!
  }
}

function fallingThrough(parts: MswParts, place: MswPlace, choose: Choose): (HttpHandler | WebSocketHandler)[] {
  const routes = routePatterns(place.rest).map(([method, routed]) =>
    parts.http[method](
      routed,
      once((asked) => answerChosen(place, choose(), asked)),
    ),
  )
  return [...socketsAt(parts, place, place.realtime?.own ?? '', choose), ...routes]
}

function answerChosen(
  place: MswPlace,
  chosen: ReturnType<Choose>,
  { request, requestId }: Asked,
): Response | Promise<Response> | undefined {
  if (chosen === undefined) return undefined
  for (const listener of answerListeners) listener(requestId)
  return chosen instanceof Error ? ambiguous(chosen, request) : answer(place, chosen, request)
}

async function answer(place: MswPlace, emulator: Emulator, request: Request): Promise<Response> {
  const below = place.rest.below(request.url)
  // The address without a trailing slash is not part of the API.
  if (!below?.startsWith('/') || lacksVersion(place, request.url)) return answerOutside(place, emulator, request)
  try {
    return forPages(await answerFetch(emulator, belowVersion(request, below)))
  } catch {
    return Response.error()
  }
}

/** Refuses a request that may be meant for several worlds. */
function ambiguous({ message }: Error, { method }: Request): Response {
  const body = JSON.stringify({ status: 'failure', error: 'ambiguous_world', message })
  return plainResponse({ status: 500, headers: ['content-type', 'application/json'], body }, method)
}

/** Rewrites a request to a path below `/v1`, for clients that expect the API elsewhere. */
function belowVersion(request: Request, below: string): Request {
  const url = new URL(request.url)
  return url.pathname.startsWith('/v1/') && `${url.pathname}${url.search}` === `/v1${below}`
    ? request
    : new Request(`${url.origin}/v1${below}`, request)
}

function socketsAt({ ws }: MswParts, place: MswPlace, source: string, choose: Choose): WebSocketHandler[] {
  if (place.realtime === undefined) return []
  return [
    handleSockets(linkTo(ws, source), (client) => {
      const emulator = choose()
      if (emulator === undefined) return false
      if (emulator instanceof Error) client.close(1011, 'several worlds share this address')
      else if (/^\/?(?:[?#]|$)/.test(place.realtime!.below(client.url.href) ?? '/elsewhere'))
        serveSocket(emulator, client)
      else refuseSocket(place, emulator, client)
      return true
    }),
  ]
}

// Links by URL: each one listens to a channel of msw as long as the process lives.
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

type MswMethod = 'get' | 'head' | 'post' | 'put' | 'patch' | 'delete'

/** URL patterns of all endpoints and commands below an address, by method. */
function routePatterns(rest: ApiAddress): [MswMethod, RegExp][] {
  const paths = new Map<MswMethod, string[]>()
  for (const { method, path } of catalog) {
    const own = method.toLowerCase() as MswMethod
    for (const name of own === 'get' ? (['get', 'head'] as const) : [own])
      paths.set(name, [...(paths.get(name) ?? []), path.replace(/:\w+/g, '[^/?#]+')])
  }
  return Array.from(paths, ([method, all]) => [method, new RegExp(`^${rest.own}(?:${all.join('|')})/?(?=[?#]|$)`)])
}

/** The last handlers made for some hosts. */
interface GivenEmulator {
  readonly emulator: Emulator
  isAsked: boolean
}

const lastGiven = new Map<string, GivenEmulator>()

/**
 * Registers new handlers; the result is called with each request that they answer, and gives an error for a request that
 * two emulators could answer. Later handlers may replace earlier ones, or stand beside them in another boundary, as
 * tests do: from the second request on that reaches the earlier emulator while none reached the later, requests are
 * refused.
 */
function noteHandlers(call: string, emulator: Emulator, place: MswPlace): () => Error | undefined {
  const hosts = hostPattern(place, 'rest')
  lastGiven.set(hosts, { emulator, isAsked: false })
  let preferredTo: GivenEmulator | undefined
  return () => {
    const latest = lastGiven.get(hosts)!
    if (latest.emulator === emulator) latest.isAsked = true
    if (latest.isAsked) return undefined
    if (preferredTo === latest) return new Error(unasked(call, place))
    preferredTo = latest
    return undefined
  }
}

function unasked(call: string, place: MswPlace): string {
  return `${call}: two emulators answer at this URL: use one, or a host for each. Requests to '${place.rest.text}' reach one emulator, and handlers of another that were made later for its host were never asked: in one msw server the first handlers answer everything. Make handlers that replace others when server.use(…) takes them.`
}
