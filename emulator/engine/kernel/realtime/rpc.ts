import { ApiError, type ForeignAnswer } from '../../../contract/api-error.ts'
import { rpcErrors } from '../../../contract/rpc-errors.ts'
import type { StatementId } from '../../coverage/statements.ts'
import { MAX_FIELDS, MAX_LEVELS, tooManyFields, type JsonParts } from '../../checking/json-parts.ts'
import { nearest, nearestWithoutEngine } from '../../checking/near-miss.ts'
import type { Fault } from '../../faults/registry.ts'
import { markRefusal } from '../rest/envelope.ts'
import { Exchange, type SocketCall } from '../exchange.ts'
import type { Host } from '../host.ts'
import type { Engine } from '../unit/definition.ts'
import { errorText, NO_ID, resultText, type RpcCall, type RpcError, type RpcId } from './json-rpc.ts'
import { deeperThan } from '../../checking/depth.ts'
import { citeUnit, countCitations, identify, markBefore, moveTime, record } from '../perform.ts'
import { markCut } from '../page-marks.ts'
import { pass, stepsByFeatures, when, type Step, type Steps } from '../steps.ts'
import { actAfter, actBefore, addFaults, clearUndelivered } from '../trigger-steps.ts'
import { changedParams } from '../changed-request.ts'
import { keepDocumentedRefusal, refuseAssumed, refuseAssumedBody } from '../unspecified/refuse.ts'
import { beginVariation, restoreBodyIds, varyCallAnswer } from '../unspecified/vary.ts'
import { warnDefect } from '../warn-defect.ts'
import { warnAssumptions } from '../unspecified/warn.ts'
import { workSteps } from '../work-steps.ts'
import { alterations, refuseAgain, replaceCaller } from '../alterations.ts'
import { lostNumber } from '../unit/request-body.ts'
import { checkBody, checkNamedRules } from '../unit/shape.ts'
import type { WireRequest } from '../wire.ts'

/** Answer to a call, to be sent. */
export interface CallAnswer {
  /** Undefined for a notification. */
  readonly text: string | undefined
  readonly faults: readonly Fault[] | undefined
  /** Changes that triggers tried to make. */
  readonly changes?: number
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
export function answerBy(handle: readonly Step[], host: Host, request: WireRequest, call: RpcCall): CallAnswer {
  const steps = socketSteps(host)
  const { unspecified } = host.world.settings
  const begin = [...when(host.tracer !== undefined, markBefore), ...when(unspecified === 'vary', beginVariation)]
  return send(host, { ...steps, handle: [...begin, ...handle] }, request, call, noParts)
}

const noParts: JsonParts = { levels: 0, fields: 0, containers: 0, values: 0 }

function send(host: Host, steps: Steps, request: WireRequest, call: RpcCall, parts: JsonParts): CallAnswer {
  const {
    call: sent,
    response,
    triggered,
  } = pass(host, steps, () => {
    const exchange = new Exchange(host, request, { ...call, parts, silent: call.id === undefined })
    const { params } = call
    if (params !== undefined && !Array.isArray(params)) exchange.body = params as Exchange['body']
    return exchange
  })
  return {
    text: sent!.silent ? undefined : (response!.body as string),
    faults: triggered?.faults,
    changes: triggered?.changes ?? 0,
  }
}

const socketSteps = stepsByFeatures((on) => ({
  around: alterations(on),
  handle: [
    ...when(on.traced, markBefore),
    ...when(on.vary, beginVariation),
    findMethod,
    identify,
    ...when(on.altered, replaceCaller, refuseAgain),
    ...when(on.triggers, actBefore),
    ...when(on.refuse, refuseAssumed),
    authenticateCall,
    readCall,
    ...when(on.altered, changeCall),
    checkNamedRules,
    ...when(on.refuse, refuseAssumedBody),
    checkBody,
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
    markCut,
  ],
  conclude: [
    clearNotification,
    ...when(on.triggers, clearUndelivered),
    countCitations,
    ...when(on.triggers, addFaults),
    ...when(on.warn, warnAssumptions),
    warnDefect,
    ...when(on.journal, record),
  ],
}))

/** Refuses a call on a socket that has no credentials yet, or wrong ones. */
function authenticateCall(exchange: Exchange): void {
  const { identified } = exchange
  if (identified instanceof ApiError) exchange.cite('A-4')
  exchange.keepCitations()
  if (identified instanceof ApiError) throw identified
}

/** Reads the parameters of the call. */
function readCall(exchange: Exchange): void {
  exchange.body = namedParams(exchange.call!)
}

/** Changes the parameters of a call that is done again (`settings.broken`). */
function changeCall(exchange: Exchange): void {
  const input = exchange.broken?.redo?.input
  if (input !== undefined) exchange.body = changedParams(exchange.unit!, exchange.body, input)
}

/** Takes back the citations of an answer that is not sent: a notification has none. */
function clearNotification(exchange: Exchange): void {
  if (exchange.call!.silent) exchange.clearCitations()
}

/** Writes the answer as JSON-RPC. */
function writeAnswer(exchange: Exchange): void {
  const status = exchange.failure?.status ?? 200
  exchange.response = { status, headers: noHeaders, body: answerText(exchange) }
}

/** Statements that every answer shows. */
const always: readonly StatementId[] = ['realtime.speaks-json-rpc-2', 'realtime.answers-result-or-error']
/** Statements that every result of an engine shows. */
const results: Readonly<Record<Engine, readonly StatementId[]>> = {
  workflow: ['service.realtime-carries-workflow', 'A-1', 'A-5'],
  scheduler: ['service.realtime-carries-scheduler', 'A-1', 'A-5'],
}

/** Formats an answer: `result` is the envelope without `status`, which a verdict keeps (A-5). */
function answerText(exchange: Exchange): string {
  const { failure, result, unit } = exchange
  const id = exchange.call!.id ?? NO_ID
  exchange.citations = exchange.citations.with(always)
  if (isRounded(id)) exchange.cite('A-57')
  if (failure !== undefined) {
    if (failure.foreign !== undefined && failure.foreign.status < 400)
      return resultText(id, foreignResult(failure.foreign))
    if (!failure.injected) markRefusal(exchange, failure)
    exchange.cite('A-57')
    return errorText(
      id,
      unit === undefined && failure.code === 'endpoint_not_found' ? methodNotFound(failure) : rpcError(failure),
    )
  }
  if (unit?.engine === undefined) exchange.cite('A-5')
  else exchange.citations = exchange.citations.with(results[unit.engine])
  if (result === undefined) exchange.cite('A-317')
  return resultText(id, result ?? {})
}

/** True for an id that a program which parses it would write otherwise. */
function isRounded(id: RpcId): boolean {
  return JSON.stringify(JSON.parse(id)) !== id
}

/**
 * Result from the answer of something in front of the service: an envelope without `status`, or any other value as it
 * is (A-5).
 */
function foreignResult({ body }: ForeignAnswer): unknown {
  let value: unknown = body
  try {
    value = JSON.parse(body ?? '{}')
  } catch {
    // Any other text is the result itself.
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const { status: _status, ...fields } = value as Record<string, unknown>
  return fields
}

function rpcError({ code, rpc, message, limit, extra }: ApiError): RpcError {
  return { code: rpc, message, data: { error: code, ...(limit && { limit }), ...extra } }
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
    near === undefined ? {} : { extra: { did_you_mean: near }, cites: ['A-57'] },
  )
}

/** Error with the protocol's own words, which its published examples compare; the near miss goes beside them. */
function methodNotFound({ extra }: ApiError): RpcError {
  return extra === undefined ? rpcErrors.method_not_found : { ...rpcErrors.method_not_found, data: extra }
}

/**
 * Finds the method that was meant: its engine was left out (`list_sessions`, or `list_session`), or a letter is wrong.
 */
function nearMethod(method: string, known: readonly string[]): string | undefined {
  return known.find((id) => id.endsWith(`.${method}`)) ?? nearest(method, known) ?? nearestWithoutEngine(method, known)
}

/** Parameters of a call by name; refuses a list of them (A-57). */
export function byName({ params, method }: RpcCall): Readonly<Record<string, unknown>> {
  if (!Array.isArray(params)) return (params as Readonly<Record<string, unknown>> | undefined) ?? {}
  throw new ApiError('invalid_request_body', `${method} takes its parameters by name: send an object, not an array.`, {
    cites: ['A-57'],
  })
}

function namedParams(call: SocketCall): Readonly<Record<string, unknown>> {
  const { parts } = call
  const params = byName(call)
  if (call.lost !== undefined) throw lostNumber(call.lost)
  if (parts.fields > MAX_FIELDS)
    throw new ApiError('invalid_request_body', `The message holds ${tooManyFields()}.`, { cites: ['A-181'] })
  if (parts.levels > MAX_LEVELS && deeperThan(params, MAX_LEVELS) !== undefined) {
    throw new ApiError('invalid_request_body', `The parameters nest deeper than ${MAX_LEVELS} levels.`, {
      cites: ['A-57'],
    })
  }
  return params
}
