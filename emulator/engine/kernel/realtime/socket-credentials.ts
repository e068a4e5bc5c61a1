import * as v from 'valibot'
import { ApiError } from '../../../contract/api-error.ts'
import { alter, refuseAgain } from '../alterations.ts'
import { wrongShape } from '../unit/request-body.ts'
import { checkFields } from '../unit/shape.ts'
import { unspecified } from '../unspecified/refuse.ts'
import { beginVariation, varyAnswer } from '../unspecified/vary.ts'
import type { Caller } from '../caller.ts'
import { Exchange } from '../exchange.ts'
import { addCors, addProvenance } from '../rest/headers.ts'
import { foreignOrigin, foreignPage } from '../rest/origin.ts'
import { refusePage } from '../rest/refuse-page.ts'
import type { Host } from '../host.ts'
import { isRuleInForce } from '../rule-in-force.ts'
import { warnDefect } from '../warn-defect.ts'
import { countCitations, record } from '../perform.ts'
import { pass, stepsByFeatures, when, withFailure, type Step } from '../steps.ts'
import { writeAnswer } from '../rest/http.ts'
import { answerBy, AUTHENTICATE, byName, type CallAnswer } from './rpc.ts'
import type { RpcCall } from './json-rpc.ts'
import { type Client, findHeader, type WireRequest, type WireResponse } from '../wire.ts'

/** Credentials of sockets, in the three forms of A-4: headers of the upgrade, query parameters, and a first call. */

/** Parameters of `session.authenticate`. */
export const authenticateParams = v.strictObject({
  access_token: v.optional(v.string()),
  api_key: v.optional(v.string()),
})

/**
 * Makes the request that opens a connection, with credentials in its headers: those of the query are used where it has
 * none. Headers win over the query, and a token wins over a key.
 */
export function upgradeRequest(url: string, headers: readonly string[] = []): WireRequest {
  const request: WireRequest = { method: 'GET', url: pathAndQuery(url), headers, body: null }
  if (hasCredentials(request)) return request
  const query = new URLSearchParams(request.url.slice(request.url.indexOf('?') + 1))
  return withCredentials(request, query.get('access_token') ?? undefined, query.get('api_key') ?? undefined)
}

/** Makes the request for the calls of a socket: only the headers with credentials are left. */
export function keepCredentials(request: WireRequest): WireRequest {
  const headers: string[] = []
  for (const name of ['authorization', 'x-api-key']) {
    const value = findHeader(request.headers, name)
    if (value !== undefined) headers.push(name, value)
  }
  return { ...request, headers }
}

/** Finds the caller to whom the credentials of a socket belong; undefined for none. */
export function findCaller({ kernel, world }: Host, { headers }: WireRequest): Caller | undefined {
  const found = kernel.identify({ world, via: 'socket', header: (name) => findHeader(headers, name), cite: () => {} })
  return found instanceof ApiError ? undefined : found
}

/**
 * Refuses an upgrade with wrong credentials (401), or from a page of another origin where CORS is off (403); undefined
 * for any other. `isOwnPage`: the page is of a name of the server.
 */
export function refuseUpgrade(host: Host, request: WireRequest, isOwnPage = false): WireResponse | undefined {
  const origin = host.cors || isOwnPage ? undefined : foreignOrigin(request)
  // A browser opens a socket for any page, without a preflight: the page could use a published key.
  if (origin !== undefined) {
    const message = `A page of another origin (${origin}) may not open this socket: start with --cors.`
    return refusePage(host, request, message, foreignPage(origin))
  }
  if (!hasCredentials(request)) return undefined
  return pass(host, upgradeSteps(host), () => new Exchange(host, request)).response
}

const upgradeSteps = stepsByFeatures((on) => ({
  around: on.altered ? alter : undefined,
  arrive: [],
  rewrite: [],
  handle: [
    ...when(on.vary, beginVariation),
    citeSocket,
    ...when(on.altered, refuseUpgradeAgain),
    ...when(on.refuse, refuseCredentialsInQuery),
    identifySocket,
  ],
  answer: [writeAnswer, ...when(on.vary, varyAnswer)].map(ifRefused),
  conclude: [
    countCitations,
    withFailure(warnDefect),
    ...[...when(on.cors, addCors), ...when(on.explain, addProvenance), ...when(on.journal, record)].map(ifRefused),
  ],
}))

/** Limits a step to refused upgrades: the transport answers the others. */
function ifRefused(step: Step): Step {
  return (exchange) => {
    if (exchange.failure !== undefined) step(exchange)
  }
}

function citeSocket(exchange: Exchange): void {
  exchange.cite('A-4')
  exchange.keepCitations()
}

/** Repeats an upgrade and refuses it, for its credentials or for another reason. */
function refuseUpgradeAgain(exchange: Exchange): void {
  if (exchange.altered?.redo?.failure?.status === 401) exchange.citeAlways('A-410')
  refuseAgain(exchange)
}

/** Refuses credentials in the query of the address, which only assumptions give. */
function refuseCredentialsInQuery(exchange: Exchange): void {
  const { url } = exchange.request
  const query = new URLSearchParams(url.slice(url.indexOf('?') + 1))
  const name = ['access_token', 'api_key'].find((each) => query.has(each))
  if (name !== undefined) throw unspecified(`the query parameter '${name}' of the address of a socket`, ['A-4'])
}

function identifySocket(exchange: Exchange): void {
  const identified = identifyFor(exchange, exchange.request)
  if (!(identified instanceof ApiError)) return
  exchange.citeAlways('A-410')
  if (!isRuleInForce(exchange.world, 'upgrade-takes-any')) throw identified
}

/** Answers `session.authenticate`; `decided` is given the request with the new credentials, undefined for refused ones. */
export function answerAuthenticate(
  host: Host,
  request: WireRequest,
  call: RpcCall,
  client: Client,
  decided: (request: WireRequest | undefined) => void,
): CallAnswer {
  let checked: { readonly holds: WireRequest | undefined } | undefined
  const begin = (): void => (checked = undefined)
  const authenticate = (exchange: Exchange): void => {
    citeSocket(exchange)
    const { access_token: token, api_key: key } = credentialsIn(exchange, call)
    const changed = withCredentials({ ...request, headers: [] }, token, key)
    const identified = identifyFor(exchange, changed)
    const holds = identified instanceof ApiError ? undefined : changed
    checked = { holds }
    if (!(identified instanceof ApiError)) return
    exchange.cite('A-57')
    exchange.keepCitations()
    throw identified
  }
  const refused = host.world.settings.unspecified === 'refuse'
  const steps: Step[] = [begin, refuseAgain, ...when(refused, refuseAuthenticate), authenticate]
  const answer = answerBy(steps, host, request, call, client)
  if (checked !== undefined) decided(checked.holds)
  return answer
}

/** Refuses `session.authenticate`, which only assumptions give. */
function refuseAuthenticate(): void {
  throw unspecified(AUTHENTICATE, ['A-4'])
}

/**
 * Finds the caller who opens a socket. The answer shows A-4 alone, not the clauses of the two headers of the REST API.
 */
function identifyFor(exchange: Exchange, { headers }: WireRequest): Caller | ApiError {
  const { host, world } = exchange
  return (exchange.identified = host.kernel.identify({
    world,
    via: 'socket',
    header: (name) =>
      name === 'authorization' && exchange.follows('key-before-token') ? undefined : findHeader(headers, name),
    cite: (...ids) => exchange.cite(...ids),
  }))
}

function credentialsIn(exchange: Exchange, call: RpcCall): v.InferOutput<typeof authenticateParams> {
  if (call.doubled) exchange.citePassed('A-345')
  exchange.body = byName(exchange, call)
  const checked = checkFields(exchange, authenticateParams)
  const { access_token: token, api_key: key } = checked
  if ((token === undefined) === (key === undefined)) {
    throw wrongShape("expected either 'access_token' or 'api_key', and not both")
  }
  return checked
}

function withCredentials(request: WireRequest, token: string | undefined, key: string | undefined): WireRequest {
  if (token !== undefined) return { ...request, headers: [...request.headers, 'authorization', `Bearer ${token}`] }
  if (key !== undefined) return { ...request, headers: [...request.headers, 'x-api-key', key] }
  return request
}

function hasCredentials({ headers }: WireRequest): boolean {
  return findHeader(headers, 'authorization') !== undefined || findHeader(headers, 'x-api-key') !== undefined
}

/** Path and query of a URL, which may be a path already. */
function pathAndQuery(url: string): string {
  return url.replace(/^\w+:\/\/[^/]*/, '') || '/'
}
