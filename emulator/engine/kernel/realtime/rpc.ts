import { ApiError } from '../../../contract/api-error.ts'
import { rpcErrors } from '../../../contract/rpc-errors.ts'
import { isObject } from '../../checking/is-object.ts'
import { MAX_FIELDS, MAX_LEVELS, tooManyFields, type JsonParts } from '../../checking/json-parts.ts'
import { nearest, nearestWithoutEngine } from '../../checking/near-miss.ts'
import type { Fault } from '../../faults/registry.ts'
import { answerText } from './answer-text.ts'
import { Exchange, type SocketCall } from '../exchange.ts'
import type { Host } from '../host.ts'
import type { RpcCall } from './json-rpc.ts'
import { deeperThan } from '../../checking/depth.ts'
import { citeUnit, countCitations, identify, markBefore, moveTime, record } from '../perform.ts'
import { markCut } from '../page-marks.ts'
import { pass, stepsByFeatures, when, withFailure, withPage, type Step, type Steps } from '../steps.ts'
import { actAfter, actBefore, addFaults, clearUndelivered, findFaults } from '../trigger-steps.ts'
import { changedParams } from '../changed-request.ts'
import { actOnRelease, passGates } from '../pass-gates.ts'
import { keepDocumentedRefusal, refuseAssumed, refuseAssumedBody } from '../unspecified/refuse.ts'
import { beginVariation, restoreBodyIds, varyCallAnswer } from '../unspecified/vary.ts'
import { noteRule } from '../rule-in-force.ts'
import { warnDefect } from '../warn-defect.ts'
import { warnAssumptions } from '../unspecified/warn.ts'
import { workSteps } from '../work-steps.ts'
import { alter, refuseAgain, replaceCaller } from '../alterations.ts'
import { lostNumber } from '../unit/request-body.ts'
import { shapeFirst } from '../unit/shape-first.ts'
import { checkBody, checkNamedRules } from '../unit/shape.ts'
import type { Client, WireRequest } from '../wire.ts'

/** Answer to a call, to be sent. */
export interface CallAnswer {
  /** Undefined for a notification. */
  readonly text: string | undefined
  readonly faults: readonly Fault[] | undefined
  /** Number of changes that triggers tried to make. */
  readonly changes?: number
  /** Client that waits for it. */
  readonly client?: Client | undefined
}

/** Name of the call that gives a socket its credentials (A-4). */
export const AUTHENTICATE = 'session.authenticate'

const noHeaders: readonly string[] = []

/**
 * Answers a call of the realtime API. `request` is the upgrade with the credentials of the socket, `parts` counts the
 * whole message.
 */
export function answerCall(host: Host, request: WireRequest, call: RpcCall, parts: JsonParts): CallAnswer {
  return send(host, socketSteps(host), request, call, parts)
}

/** Answers a call by `handle`, in place of the steps that find a command and run it. */
export function answerBy(
  handle: readonly Step[],
  host: Host,
  request: WireRequest,
  call: RpcCall,
  client?: Client,
): CallAnswer {
  const steps = socketSteps(host)
  const { unspecified } = host.world.settings
  const begin = [...when(host.tracer !== undefined, markBefore), ...when(unspecified === 'vary', beginVariation)]
  return send(host, { ...steps, handle: [...begin, ...handle] }, request, call, noParts, client)
}

const noParts: JsonParts = { levels: 0, fields: 0, containers: 0, values: 0 }

function send(
  host: Host,
  steps: Steps,
  request: WireRequest,
  call: RpcCall,
  parts: JsonParts,
  client?: Client,
): CallAnswer {
  return readAnswer(pass(host, steps, () => beginCall(host, request, call, parts, client)))
}

/** Answers a call once the gates that hold it let it go; at once where none does. */
export function answerHeldCall(
  host: Host,
  request: WireRequest,
  call: RpcCall & Pick<SocketCall, 'opened' | 'afterRefusal'>,
  parts: JsonParts,
  client: Client,
  done: (answer: CallAnswer) => void,
): void {
  const begin = () => beginCall(host, request, call, parts, client)
  passGates(host, socketSteps(host), begin, (exchange) => done(readAnswer(exchange)))
}

function beginCall(host: Host, request: WireRequest, call: RpcCall, parts: JsonParts, client?: Client): Exchange {
  const exchange = new Exchange(host, request, client, { ...call, parts, silent: call.id === undefined })
  const { params } = call
  if (isObject(params)) exchange.body = params
  return exchange
}

function readAnswer(exchange: Exchange): CallAnswer {
  const { call, client, response, triggered } = exchange
  const faults = findFaults(exchange)
  return {
    text: call!.silent ? undefined : (response!.body as string),
    faults: faults.length === 0 ? undefined : faults,
    changes: triggered?.changes ?? 0,
    client,
  }
}

const socketSteps = stepsByFeatures((on) => ({
  around: on.altered ? alter : undefined,
  arrive: [findMethod, identify],
  handle: [
    ...when(on.traced, markBefore),
    ...when(on.vary, beginVariation),
    findMethod,
    identify,
    ...when(on.altered, replaceCaller, refuseAgain),
    ...when(on.triggers, actBefore),
    ...when(on.held, actOnRelease),
    ...when(on.refuse, refuseAssumed),
    authenticateCall,
    readCall,
    ...when(on.altered, changeCall),
    shapeFirst(checkNamedRules, ...when(on.refuse, refuseAssumedBody), checkBody),
    ...when(on.vary, restoreBodyIds),
    ...workSteps(on),
  ],
  answer: [
    ...when(on.refuse, keepDocumentedRefusal),
    ...when(on.triggers, actAfter),
    moveTime,
    writeAnswer,
    ...when(on.vary, varyCallAnswer),
    citeUnit,
    withPage(markCut),
  ],
  rewrite: [writeAnswer, ...when(on.vary, varyCallAnswer)],
  conclude: [
    clearNotification,
    ...when(on.faulty, clearUndelivered),
    countCitations,
    ...when(on.faulty, addFaults),
    ...when(on.warn, warnAssumptions),
    withFailure(warnDefect),
    ...when(on.journal, record),
  ],
}))

/** Refuses a call on a socket that has no credentials yet, or wrong ones. */
function authenticateCall(exchange: Exchange): void {
  const { identified } = exchange
  const { opened, afterRefusal } = exchange.call!
  if (identified instanceof ApiError) exchange.cite('A-4', ...(opened === undefined ? [] : (['A-315'] as const)))
  else if (afterRefusal) exchange.cite('A-404')
  if (identified instanceof ApiError && opened === undefined && exchange.request.headers.length > 0)
    noteRule(exchange, 'upgrade-takes-any')
  exchange.keepCitations()
  if (!(identified instanceof ApiError)) return
  if (opened === undefined || !exchange.follows('credentials-hold')) throw identified
  exchange.identified = opened
}

/** Reads the parameters of the call. */
function readCall(exchange: Exchange): void {
  if (exchange.call!.doubled) exchange.citePassed('A-345')
  exchange.body = namedParams(exchange, exchange.call!)
}

/** Changes the parameters of a call that a mutant repeats (`settings.broken`). */
function changeCall(exchange: Exchange): void {
  const input = exchange.altered?.redo?.input
  if (input !== undefined) exchange.body = changedParams(exchange.unit!, exchange.body, input)
}

/** Removes the citations of an answer that is not sent, because the call is a notification. */
function clearNotification(exchange: Exchange): void {
  if (exchange.call!.silent) exchange.clearCitations()
}

/** Writes the answer as JSON-RPC. */
function writeAnswer(exchange: Exchange): void {
  const status = exchange.failure?.status ?? 200
  exchange.response = { status, headers: noHeaders, body: answerText(exchange) }
}

/** Finds the command that the call names. */
function findMethod(exchange: Exchange): void {
  const { commands } = exchange.host.kernel
  const { method } = exchange.call!
  exchange.unit = commands.get(method)
  if (exchange.unit !== undefined) return
  const near = nearMethod(method, [AUTHENTICATE, ...commands.keys()])
  exchange.note(`there is no method '${method}'${near === undefined ? '' : `, did you mean '${near}'?`}`)
  throw new ApiError(
    'endpoint_not_found',
    `There is no method '${method}'.`,
    near === undefined ? {} : { extra: { did_you_mean: near }, cites: ['A-385'] },
  )
}

/** Finds the closest method, for a missing engine (`list_sessions`, or `list_session`) or a wrong letter. */
function nearMethod(method: string, known: readonly string[]): string | undefined {
  return known.find((id) => id.endsWith(`.${method}`)) ?? nearest(method, known) ?? nearestWithoutEngine(method, known)
}

/** Parameters of a call by name; refuses a list of them (A-384), and what is no call (A-402). */
export function byName(exchange: Exchange, { params = {}, method }: RpcCall): Readonly<Record<string, unknown>> {
  if (isObject(params)) return params
  if (params === null && exchange.follows('null-params-are-none')) return {}
  const isList = Array.isArray(params)
  const given = isList ? 'an array' : params === null ? 'null' : `a ${typeof params}`
  throw new ApiError(
    'invalid_request_body',
    `${method} takes its parameters by name: send an object, not ${given}.`,
    isList ? { cites: ['A-384'] } : { cites: ['A-402'], rpc: rpcErrors.invalid_request.code },
  )
}

function namedParams(exchange: Exchange, call: SocketCall): Readonly<Record<string, unknown>> {
  const { parts } = call
  const params = byName(exchange, call)
  if (call.lost !== undefined) throw lostNumber(call.lost)
  if (parts.fields > MAX_FIELDS)
    throw new ApiError('invalid_request_body', `The message holds ${tooManyFields()}.`, { cites: ['A-181'] })
  if (parts.levels > MAX_LEVELS && deeperThan(params, MAX_LEVELS) !== undefined) {
    throw new ApiError('invalid_request_body', `The parameters nest deeper than ${MAX_LEVELS} levels.`, {
      cites: ['A-181'],
    })
  }
  return params
}
