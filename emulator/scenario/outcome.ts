/** Outcomes of steps, in the form that `expect` and `save` speak of. */
import { shallowJson } from '../engine/checking/lost-number.ts'
import { differences, formatJson, type Difference } from '../engine/matching/expect.ts'
import type { CallExpect, HttpExpect } from '../engine/matching/schema-expect.ts'
import type { HttpAnswer } from './targets/target.ts'
import type { LinkAnswer } from './targets/rpc-link.ts'

const decoder = new TextDecoder()

export interface HttpOutcome {
  outcome: HttpAnswer['outcome']
  reason?: string
  status?: number
  /** The error code of a failure envelope. */
  error?: string
  headers?: Readonly<Record<string, string>>
  body?: unknown
  text?: string
  /** Length of the body in bytes. */
  bytes?: number
  /** The JSON of `X-Response-Body`. */
  envelope?: unknown
}

export interface CallOutcome {
  outcome: LinkAnswer['outcome']
  reason?: string
  status?: number
  result?: unknown
  error?: string
  code?: number
  message?: string
  limit?: unknown
  answers: number
  strays: number
  close?: { code: number; reason: string }
}

export function httpOutcome({ outcome, reason, status, headers, bytes }: HttpAnswer): HttpOutcome {
  if (outcome === 'no_answer') return { outcome, ...(reason !== undefined && { reason }) }
  const text = decoder.decode(bytes)
  const body = shallowJson(text)
  const envelope = shallowJson(headers['x-response-body'] ?? '')
  const error = (body as { error?: unknown } | undefined)?.error
  return {
    outcome,
    ...(reason !== undefined && { reason }),
    status,
    headers,
    text,
    bytes: bytes.length,
    ...(body !== undefined && { body }),
    ...(envelope !== undefined && { envelope }),
    ...(typeof error === 'string' && { error }),
  }
}

/** A command's answer over HTTP: the result is the envelope without its `status`. */
export function callOutcomeOverHttp(answer: HttpAnswer): CallOutcome {
  const { outcome, reason, status, body } = httpOutcome(answer)
  const base: CallOutcome = {
    outcome,
    answers: outcome === 'no_answer' ? 0 : 1,
    strays: 0,
    ...(reason !== undefined && { reason }),
    ...(status !== undefined && { status }),
  }
  if (typeof body !== 'object' || body === null) return base
  const { status: verdict, ...rest } = body as Record<string, unknown>
  if (verdict === 'success') return { ...base, result: rest }
  // A verdict of its own (Check Definition) answers HTTP 200 and keeps its `status`.
  if (status === 200) return { ...base, result: body }
  return { ...base, ...refusal(rest['error'], rest['message'], rest['limit']) }
}

export function callOutcome({ outcome, reason, frame, answers, strays, close }: LinkAnswer): CallOutcome {
  const base: CallOutcome = {
    outcome,
    answers,
    strays,
    ...(reason !== undefined && outcome !== 'answered' && { reason }),
    ...(close && { close }),
  }
  if (!frame) return base
  if (!frame.error) return { ...base, result: frame.result }
  const { code, message, data } = frame.error
  return { ...base, code, ...refusal(data?.error, message, data?.limit) }
}

function refusal(error: unknown, message: unknown, limit: unknown): Pick<CallOutcome, 'error' | 'message' | 'limit'> {
  return {
    ...(typeof error === 'string' && { error }),
    ...(typeof message === 'string' && { message }),
    ...(limit !== undefined && { limit }),
  }
}

/** Differences of an HTTP answer from the expectation of a step; without one it must be a success. */
export function httpDifferences(expected: HttpExpect | undefined, actual: HttpOutcome): Difference[] {
  const { outcome = 'answered', ...rest } = expected ?? { status: { at_least: 200, at_most: 299 } }
  const unexpected = outcomeDifference(outcome, actual)
  if (unexpected) return [unexpected]
  const headers = 'headers' in rest && rest.headers ? lowerCaseKeys(rest.headers) : undefined
  const found = differences({ ...rest, ...(headers && { headers }) }, actual)
  return expected === undefined ? withRefusal(found, actual) : found
}

/** Differences of a call's answer from the expectation of a step; without one it must be a result. */
export function callDifferences(expected: CallExpect | undefined, actual: CallOutcome): Difference[] {
  const { outcome, after: _after, ...rest } = expected ?? { result: { is: 'present' } }
  const unexpected = outcomeDifference(outcome ?? (rest.close ? 'closed' : 'answered'), actual)
  if (unexpected) return [unexpected]
  const answers = outcome === undefined && !rest.close ? 1 : { is: 'integer' }
  const found = differences({ answers, ...rest }, actual)
  return 'result' in rest && !('error' in rest) ? withRefusal(found, actual) : found
}

/** Differences of a failed answer from a success, with its error first. */
function withRefusal(found: Difference[], { error }: HttpOutcome | CallOutcome): Difference[] {
  if (found.length === 0 || error === undefined) return found
  return [{ path: ['error'], expected: 'none', actual: formatJson(error) }, ...found]
}

function outcomeDifference(expected: string, actual: HttpOutcome | CallOutcome): Difference | undefined {
  if (actual.outcome === expected) return undefined
  const reason = actual.reason === undefined ? '' : ` (${actual.reason})`
  return { path: ['outcome'], expected: `\`${expected}\``, actual: `\`${actual.outcome}\`${reason}` }
}

function lowerCaseKeys(headers: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}
