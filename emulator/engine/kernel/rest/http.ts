import { ApiError } from '../../../contract/api-error.ts'
import { isAssumptionId } from '../../../contract/assumption-ids.ts'
import { BASE } from './addresses.ts'
import { failureResponse, markRefusal, successResponse } from './envelope.ts'
import { addCors, addProvenance } from './headers.ts'
import { findMe, resolvedMe } from '../../matching/request-values.ts'
import type { Host } from '../host.ts'
import { foreignOrigin, foreignPage } from './origin.ts'
import { unknownPath } from './unknown-path.ts'
import { howToWrite } from './written-otherwise.ts'
import { Exchange } from '../exchange.ts'
import { citeUnit, countCitations, identify, markBefore, moveTime, record } from '../perform.ts'
import { changeRequest } from '../changed-request.ts'
import { alter, refuseAgain, replaceCaller } from '../alterations.ts'
import { markCut } from '../page-marks.ts'
import { pass, stepsByFeatures, when, withBody, withFailure, withPage } from '../steps.ts'
import { actAfter, actBefore, addFaults, clearUndelivered } from '../trigger-steps.ts'
import { actOnRelease, passGates } from '../pass-gates.ts'
import { keepDocumentedRefusal, refuseAssumed, refuseAssumedBody, refuseAssumedQuery } from '../unspecified/refuse.ts'
import { beginVariation, restoreBodyIds, restorePathIds, varyAnswer } from '../unspecified/vary.ts'
import { warnDefect } from '../warn-defect.ts'
import { warnAssumptions } from '../unspecified/warn.ts'
import { workSteps } from '../work-steps.ts'
import { relaxed } from '../unit/relaxed.ts'
import { rawBody, wrongShape } from '../unit/request-body.ts'
import { shapeFirst } from '../unit/shape-first.ts'
import {
  checkBody,
  checkNamedRules,
  checkParams,
  checkQuery,
  readBody,
  readQuery,
  refuseUnknown,
} from '../unit/shape.ts'
import type { Client, WireRequest, WireResponse } from '../wire.ts'

/** Answers a request of the REST API, whatever its resource. `beside` answers one that is not of the API. */
export function answerHttp(
  host: Host,
  request: WireRequest,
  client?: Client,
  beside?: () => WireResponse,
): WireResponse {
  return pass(host, httpSteps(host), () => new Exchange(host, request, client, undefined, beside)).response!
}

/** Answers a request when no gate holds it. */
export function answerHeldHttp(
  host: Host,
  request: WireRequest,
  client: Client | undefined,
  done: (response: WireResponse) => void,
): void {
  const begin = () => new Exchange(host, request, client)
  passGates(host, httpSteps(host), begin, ({ response }) => done(response!))
}

const httpSteps = stepsByFeatures((on) => ({
  around: on.altered ? alter : undefined,
  arrive: [route, identify],
  handle: [
    ...when(on.traced, markBefore),
    ...when(on.vary, beginVariation),
    route,
    ...when(on.vary, restorePathIds),
    ...when(on.altered, changeInput),
    identify,
    ...when(on.altered, replaceCaller, refuseAgain),
    ...when(on.triggers, actBefore),
    ...when(on.held, actOnRelease),
    ...when(on.refuse, refuseAssumed),
    authenticate,
    resolveMe,
    checkSets,
    admit,
    readQuery,
    ...when(on.refuse, refuseAssumedQuery),
    checkQuery,
    ...when(on.altered, refuseUnknown),
    withBody(
      shapeFirst(readBody, checkNamedRules, ...when(on.refuse, refuseAssumedBody), checkBody),
      ...when(on.vary, restoreBodyIds),
    ),
    ...workSteps(on),
  ],
  answer: [
    ...when(on.refuse, keepDocumentedRefusal),
    ...when(on.triggers, actAfter),
    ...when(!on.cors, noteForeignPage),
    moveTime,
    writeAnswer,
    ...when(on.vary, varyAnswer),
    citeUnit,
    withPage(markCut),
  ],
  rewrite: [writeAnswer, ...when(on.vary, varyAnswer)],
  conclude: [
    dropUnsentBody,
    ...when(on.faulty, clearUndelivered),
    countCitations,
    ...when(on.cors, addCors),
    ...when(on.explain, addProvenance),
    ...when(on.faulty, addFaults),
    ...when(on.warn, warnAssumptions),
    withFailure(warnDefect),
    ...when(on.journal, record),
  ],
}))

/**
 * Notes that a browser keeps the answer from a page of another origin, which otherwise only the browser's console
 * shows.
 */
function noteForeignPage(exchange: Exchange): void {
  const origin = exchange.header('origin') && foreignOrigin(exchange.request)
  if (origin !== undefined) exchange.note(foreignPage(origin))
}

/** Changes the input of a request that is done again (`settings.broken`). */
function changeInput(exchange: Exchange): void {
  if (exchange.altered?.redo?.input !== undefined) changeRequest(exchange, exchange.altered.redo.input)
}

/**
 * Checks the path parameters. What the specification refuses to a caller comes before a set of values that only
 * assumptions give.
 */
function checkSets(exchange: Exchange): void {
  try {
    checkParams(exchange)
  } catch (refusal) {
    if (refusal instanceof ApiError && refusal.cites?.every(isAssumptionId) === true) admit(exchange)
    throw refusal
  }
}

/** Refuses callers to whom the unit refuses everything, before its input is checked. */
function admit(exchange: Exchange): void {
  const { admit: refuse, bodySchema } = exchange.unit!
  refuse?.({ params: exchange.params as never, raw: () => relaxed(exchange, bodySchema, rawBody(exchange)) }, exchange)
}

/** Writes the envelope, or the file of a download. A result that cannot be written is refused like any defect. */
export function writeAnswer(exchange: Exchange): void {
  try {
    if (exchange.failure === undefined) exchange.response ??= successResponse(exchange)
  } catch (thrown) {
    exchange.refuse(thrown)
  }
  if (exchange.failure !== undefined) exchange.response = failureResponse(exchange, exchange.failure)
}

/** Takes back the citations of a body that is not sent, as in an answer to HEAD. The status of a refusal is sent. */
export function dropUnsentBody(exchange: Exchange): void {
  const { request, failure } = exchange
  if (request.method !== 'HEAD' || failure?.injected === true) return
  exchange.dropCitations()
  if (failure !== undefined) markRefusal(exchange, failure)
}

/** Finds the unit (404, 405). Answers OPTIONS itself, and requests beside the API as their hook says. */
function route(exchange: Exchange): void {
  if (exchange.beside !== undefined) {
    exchange.response = exchange.beside()
    return
  }
  const { method, url } = exchange.request
  const below = pathBelowBase(url)
  const path = exchange.follows('last-slash-ignored') ? below?.replace(/\/$/, '') : below
  const { router } = exchange.host.kernel
  const match = path === undefined ? undefined : router.find(method, path)
  if (match !== undefined) exchange.cite('versioning.v1-prefix')
  if (method === 'HEAD') exchange.citeAlways('A-90')
  else if (method === 'OPTIONS') exchange.cite('A-90')
  if (method === 'OPTIONS' && (match !== undefined || isPreflight(exchange))) {
    const allow = match === undefined ? [] : ['allow', allowed(exchange, match.methods).join(', ')]
    exchange.response = { status: 204, headers: allow, body: null }
    return
  }
  if (match === undefined) throw unknownPath(exchange, below, url)
  if (match.unit === undefined && exchange.follows('other-methods-unknown'))
    throw new ApiError('endpoint_not_found', `No endpoint is ${method} ${path}.`)
  if (match.unit === undefined || (method === 'HEAD' && exchange.follows('head-refused'))) {
    exchange.citeAlways('A-90')
    const message = `${path} does not take ${method}; it takes ${match.methods.join(', ')}.`
    throw new ApiError('method_not_allowed', message + howToWrite(exchange.request, path!, router), {
      allow: allowed(exchange, match.methods),
    })
  }
  exchange.keepCitations()
  exchange.unit = match.unit
  const params = path!.includes('%') ? decodeParams(match.params) : match.params
  exchange.path = exchange.params = params
}

/** True for a preflight request of a browser, if pages of other origins are allowed. */
function isPreflight(exchange: Exchange): boolean {
  return exchange.host.cors && exchange.header('origin') !== undefined
}

function allowed(exchange: Exchange, methods: readonly string[]): string[] {
  const takesHead = methods.includes('GET') && !exchange.follows('head-refused')
  return takesHead ? ['OPTIONS', 'HEAD', ...methods] : ['OPTIONS', ...methods]
}

/** Path of a URL below `/v1`; undefined for a URL outside the REST API. */
export function pathBelowBase(url: string): string | undefined {
  const [path = ''] = url.split('?', 1)
  return path.startsWith(`${BASE}/`) ? path.slice(BASE.length) : undefined
}

function decodeParams(params: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  let decoded: Record<string, string> | undefined
  for (const name in params) {
    const value = params[name]!
    if (!value.includes('%')) continue
    try {
      ;(decoded ??= { ...params })[name] = decodeURIComponent(value)
    } catch {
      throw wrongShape(`The path holds a broken percent-encoding: '${value}'.`)
    }
  }
  return decoded ?? params
}

function authenticate(exchange: Exchange): void {
  const { identified } = exchange
  if (identified instanceof ApiError) throw identified
  exchange.keepCitations()
}

/** Replaces `me` by the id of the caller wherever a path names a user, before any check of access. */
function resolveMe(exchange: Exchange): void {
  const name = findMe(exchange.params)
  if (name === 'target_id') {
    exchange.citePassed('A-347')
    if (exchange.follows('me-in-target-id-is-an-alias')) return
  } else if (name !== undefined) {
    const scheme = exchange.caller.scheme === 'bearer' ? 'bearer-token' : 'api-key'
    exchange.cite('identifiers.me.resolves-to-caller', `identifiers.me.${scheme}`)
  }
  exchange.params = resolvedMe(exchange.params, exchange.caller)
}
