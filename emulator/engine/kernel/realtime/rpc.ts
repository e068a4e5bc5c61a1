import { ApiError, type ForeignAnswer } from '../../../contract/api-error.ts'
import { rpcErrors } from '../../../contract/rpc-errors.ts'
import type { StatementId } from '../../coverage/statements.ts'
import { MAX_FIELDS, MAX_LEVELS, tooManyFields, type JsonParts } from '../../checking/json-parts.ts'
import { nearest, nearestWithoutEngine } from '../../checking/near-miss.ts'
import type { Fault } from '../../faults/registry.ts'
import { markRefusal } from '../rest/envelope.ts'
import { Exchange } from '../exchange.ts'
import type { Host } from '../host.ts'
import type { Engine, Unit } from '../unit/definition.ts'
import { errorText, resultText, type RpcCall, type RpcError } from './json-rpc.ts'
import { nestsTooDeep } from '../unit/nesting.ts'
import { asRefusal, finishWrite, perform, settle } from '../perform.ts'
import { changedParams } from '../changed-request.ts'
import { refuseAssumed, warnAssumptions } from '../unspecified/unspecified.ts'
import { refusalFields } from '../unspecified/refusals.ts'
import { variedRpcCode } from '../unspecified/vary.ts'
import { attempt, type Redo } from '../redo.ts'
import { checkBody } from '../unit/shape.ts'
import type { WireRequest } from '../wire.ts'

/** What a call leaves to be sent. */
export interface CallAnswer {
  /** Undefined for a notification. */
  readonly text: string | undefined
  readonly faults: readonly Fault[] | undefined
  /** Changes that triggers tried to make. */
  readonly changes?: number
}

/** The call that gives a socket its credentials (A-4). */
export const AUTHENTICATE = 'session.authenticate'

const noHeaders: readonly string[] = []

/**
 * Answers a call of the realtime API: the same steps as a request of the REST API, from the identified caller on.
 * `request` is the upgrade with the credentials of the socket; `parts` are those of the whole message.
 */
export function answerCall(host: Host, request: WireRequest, call: RpcCall, parts: JsonParts): CallAnswer {
  return run(host, request, call, (exchange, redo) => {
    const unit = (exchange.unit = findMethod(exchange, call.method))
    exchange.identified = redo?.caller ?? host.kernel.identify(exchange)
    if (redo?.failure !== undefined) throw redo.failure
    host.interceptor?.before(exchange)
    refuseAssumed(exchange, unit)
    if (exchange.identified instanceof ApiError) {
      exchange.cite('A-4')
      exchange.keepCitations()
      throw exchange.identified
    }
    exchange.keepCitations()
    const params = namedParams(exchange, call, parts)
    exchange.body = checkBody(
      exchange,
      unit,
      redo?.input === undefined ? params : changedParams(unit, params, redo.input),
    )
    perform(exchange, unit)
  })
}

/** Runs the steps of one call between what every call has: settling, refusals, time, the answer and the journal. */
export function run(host: Host, request: WireRequest, call: RpcCall, steps: Steps): CallAnswer {
  settle(host)
  const exchange = attempt(host, (redo) => respond(host, request, call, (made) => steps(made, redo)))
  exchange.conclude()
  warnAssumptions(exchange)
  host.journal?.record(exchange)
  return {
    text: exchange.silent ? undefined : (exchange.response!.body as string),
    faults: exchange.faults,
    changes: exchange.changes,
  }
}

type Steps = (exchange: Exchange, redo: Redo | undefined) => void

function respond(host: Host, request: WireRequest, call: RpcCall, steps: (exchange: Exchange) => void): Exchange {
  const exchange = new Exchange(host, request, 'socket')
  const { version } = host.world.state
  exchange.silent = call.id === undefined
  const { params } = call
  if (params !== undefined && !Array.isArray(params)) exchange.body = params as Exchange['body']
  try {
    steps(exchange)
  } catch (thrown) {
    exchange.refuse(asRefusal(exchange, thrown))
  }
  try {
    host.interceptor?.after(exchange)
  } catch (thrown) {
    exchange.refuse(asRefusal(exchange, thrown))
  }
  finishWrite(exchange, version)
  const { faults } = exchange
  exchange.rpcId = call.id ?? null
  const text = answerText(exchange)
  const status = exchange.failure?.status ?? 200
  exchange.response =
    faults === undefined
      ? { status, headers: noHeaders, body: text }
      : { status, headers: noHeaders, body: text, faults }
  exchange.citeUnit()
  return exchange
}

/** One step for what every answer rests on. */
const always: readonly StatementId[] = ['realtime.speaks-json-rpc-2', 'realtime.answers-result-or-error']
/** One step for all that a result of an engine rests on. */
const results: Readonly<Record<Engine, readonly StatementId[]>> = {
  workflow: ['service.realtime-carries-workflow', 'A-1', 'A-5'],
  scheduler: ['service.realtime-carries-scheduler', 'A-1', 'A-5'],
}

/** `result` is the envelope without `status`; a verdict keeps it (A-5). */
function answerText(exchange: Exchange): string {
  const { failure, result, unit, rpcId: id } = exchange
  exchange.citations = exchange.citations.with(always)
  if (failure !== undefined) {
    if (failure.foreign !== undefined && failure.foreign.status < 400)
      return resultText(id, foreignResult(failure.foreign))
    if (!failure.injected) markRefusal(exchange, failure)
    exchange.cite('A-3')
    return errorText(
      id,
      unit === undefined && failure.code === 'endpoint_not_found'
        ? methodNotFound(failure)
        : rpcErrorOf(exchange, failure),
    )
  }
  if (unit?.engine === undefined) exchange.cite('A-5')
  else exchange.citations = exchange.citations.with(results[unit.engine])
  if (result === undefined) exchange.cite('A-317')
  return resultText(id, result ?? {})
}

/** An answer that something in front of the service gave, as a result: an envelope without `status`, else what there is (A-5). */
function foreignResult({ body }: ForeignAnswer): unknown {
  let value: unknown = body
  try {
    value = JSON.parse(body ?? '{}')
  } catch {
    // Text that is no JSON is the result as it is.
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const { status: _status, ...fields } = value as Record<string, unknown>
  return fields
}

function rpcErrorOf(exchange: Exchange, failure: ApiError): RpcError {
  const { variation } = exchange
  const { rpc, extra, injected } = failure
  const { message, ...fields } = refusalFields(exchange, failure)
  const code = variation === undefined || injected ? rpc : variedRpcCode(variation, rpc)
  return { code, message, data: { ...fields, ...extra } }
}

function findMethod(exchange: Exchange, method: string): Unit {
  const { commands } = exchange.host.kernel
  const unit = commands.get(method)
  if (unit !== undefined) return unit
  const near = nearMethod(method, [AUTHENTICATE, ...commands.keys()])
  exchange.note(`there is no method '${method}'${near === undefined ? '' : `, did you mean '${near}'?`}`)
  throw new ApiError(
    'endpoint_not_found',
    `There is no method '${method}'.`,
    near === undefined ? {} : { extra: { did_you_mean: near }, cites: ['A-300'] },
  )
}

/** The protocol's own words, which its published examples compare; the near miss goes beside them. */
function methodNotFound({ extra }: ApiError): RpcError {
  return extra === undefined ? rpcErrors.method_not_found : { ...rpcErrors.method_not_found, data: extra }
}

/** The engine left out (`list_sessions`, or `list_session`), or another slip. */
function nearMethod(method: string, known: readonly string[]): string | undefined {
  return known.find((id) => id.endsWith(`.${method}`)) ?? nearest(method, known) ?? nearestWithoutEngine(method, known)
}

/** The parameters of a call by name; refuses a list of them (A-57). */
export function byName({ params, method }: RpcCall): Readonly<Record<string, unknown>> {
  if (!Array.isArray(params)) return (params as Readonly<Record<string, unknown>> | undefined) ?? {}
  throw new ApiError('invalid_request_body', `${method} takes its parameters by name: send an object, not an array.`, {
    cites: ['A-57'],
  })
}

function namedParams(exchange: Exchange, call: RpcCall, parts: JsonParts): unknown {
  const params = byName(call)
  if (parts.fields > MAX_FIELDS)
    throw new ApiError('invalid_request_body', `The message holds ${tooManyFields()}.`, { cites: ['A-181'] })
  if (nestsTooDeep(params, parts)) {
    throw new ApiError('invalid_request_body', `The parameters nest deeper than ${MAX_LEVELS} levels.`, {
      cites: ['A-300'],
    })
  }
  return params
}
