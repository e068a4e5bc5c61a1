import { shallowJson } from '../../../engine/checking/lost-number.ts'
import { type Fields, isObject } from '../../../engine/checking/is-object.ts'
import type { AssumptionId } from '../../../contract/assumptions.ts'
import { isAssumptionId } from '../../../contract/assumptions.ts'
import type { StatementId } from '../../../engine/coverage/statements.ts'
import type { Unit } from '../../../engine/kernel/unit/definition.ts'
import { sentFields, type AskedRequest, type ComparedExchange } from '../asked.ts'
import { INTERNAL_ERROR, type Observation } from '../observation.ts'

/** An answer of the API, over HTTP or a socket. */
export interface SeenAnswer {
  /** HTTP status; undefined for a call on a socket. */
  readonly status: number | undefined
  /** JSON-RPC code of a refused call. */
  readonly rpcCode: number | undefined
  /** Error code of a refusal; undefined for a success. */
  readonly code: string | undefined
  readonly limit: Fields | undefined
  /** Fields of a success beside `status`. */
  readonly fields: Fields
  /** Headers of the answer, names in lower case. */
  readonly headers: Readonly<Record<string, string>>
}

/** Answers of a service and of its twin to one request. */
export interface SeenPair {
  /** Undefined if no unit has the path or method. */
  readonly unit: Unit | undefined
  /** Fields of the body, the query, or the parameters of the call. */
  readonly sent: Fields
  readonly target: SeenAnswer
  readonly twin: SeenAnswer
  readonly assumptions: readonly AssumptionId[]
  /** True if the twin's answer cites no clauses except general ones. */
  readonly isAssumed: boolean
  /** The request and the target's answer, in one line. */
  readonly exchange: string
}

/**
 * General clauses, which do not decide an answer: about the envelope, the caller, and the name by which a record was
 * found.
 */
const GENERAL =
  /^(?:envelope|service|authentication|versioning|keys\.scope|identifiers\.(?:me|uuid\.canonical-lowercase|\w+\.by-(?:id|alias)))(?:\.|$)/

/**
 * Both answers; undefined if one of them is no answer of the API, if the target failed, and for records that the twin
 * does not know as the target does.
 */
export function seePair({ exchange: { asked, observation }, twin, unseen }: ComparedExchange): SeenPair | undefined {
  const { unit } = twin
  const [target, own] = [seeAnswer(observation, unit), seeAnswer(twin.observation, unit)]
  if (target === undefined || own === undefined || unseen === true || isFailure(target)) return undefined
  return {
    unit,
    sent: sentFields(asked),
    target,
    twin: own,
    assumptions: twin.statements.filter(isAssumptionId),
    isAssumed: twin.statements.every((id: StatementId) => isAssumptionId(id) || GENERAL.test(id)),
    exchange: `${requestText(asked, unit)} -> ${outcomeText(target)}`,
  }
}

/** True for a server error, which a passing failure gives too. */
function isFailure({ status = 0, rpcCode }: SeenAnswer): boolean {
  return status >= 500 || rpcCode === INTERNAL_ERROR
}

const decoder = new TextDecoder()

/** Parses an answer of the API; undefined for a failed observation, and without envelope or JSON-RPC frame. */
export function seeAnswer(seen: Observation, unit: Unit | undefined): SeenAnswer | undefined {
  if (seen.kind === 'failed')
    return seen.cause === 'unauthenticated' && seen.answer ? seeAnswer(seen.answer, unit) : undefined
  if (seen.kind === 'socket') return seeFrame(shallowJson(seen.frames.at(-1) ?? ''))
  const envelope = seen.headers['x-response-body'] ?? decoder.decode(seen.bytes)
  const body = shallowJson(envelope)
  if (!isObject(body)) return undefined
  const { status, ...fields } = body
  const common = { status: seen.status, rpcCode: undefined, headers: seen.headers }
  if (unit?.verdict === true && seen.status < 300) return { ...common, ...success(body) }
  if (status === 'success') return { ...common, ...success(fields) }
  return status === 'failure' ? { ...common, ...refusal(fields) } : undefined
}

function seeFrame(frame: unknown): SeenAnswer | undefined {
  if (!isObject(frame)) return undefined
  const { result, error } = frame
  const common = { status: undefined, headers: {} }
  if (isObject(result)) return { ...common, rpcCode: undefined, ...success(result) }
  if (!isObject(error)) return undefined
  const rpcCode = typeof error['code'] === 'number' ? error['code'] : undefined
  return { ...common, rpcCode, ...refusal(isObject(error['data']) ? error['data'] : {}) }
}

function success(fields: Fields): Pick<SeenAnswer, 'code' | 'limit' | 'fields'> {
  return { code: undefined, limit: undefined, fields }
}

function refusal({ error, limit }: Fields): Pick<SeenAnswer, 'code' | 'limit' | 'fields'> {
  return { code: typeof error === 'string' ? error : '', limit: isObject(limit) ? limit : undefined, fields: {} }
}

/** The request without its path, because a path can have ids and secrets. */
function requestText(asked: AskedRequest, unit: Unit | undefined): string {
  if (asked.via === 'socket') return asked.method
  return unit?.id ?? `${asked.method} of an unknown path`
}

function outcomeText({ status, code, rpcCode }: SeenAnswer): string {
  const how = code === undefined ? 'result' : (rpcCode ?? '')
  return [status ?? how, code].filter((part) => part !== undefined && part !== '').join(' ')
}
