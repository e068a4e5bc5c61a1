import * as v from 'valibot'
import { dictionary } from '../checking/dictionary.ts'
import { ApiError, type ForeignAnswer, type LimitObject } from '../../contract/api-error.ts'
import { errorFacts, type ErrorCode } from '../../contract/errors.ts'
import type { Problem } from '../checking/problems.ts'
import { refusingMeant } from '../checking/refusing.ts'
import { fields } from '../checking/strict.ts'
import { errorCode } from '../matching/error-code.ts'
import { described, record, text } from '../matching/schema-common.ts'
import { findLimit } from '../world/settings.ts'
import type { World } from '../world/world.ts'
import { isBodiless } from './answer-body.ts'
import { answerFault } from './definition.ts'

export interface Refusal {
  error: ErrorCode
  message?: string | undefined
  limit?: Record<string, unknown> | undefined
}

export interface Foreign {
  status: number
  body?: unknown
  headers?: Record<string, string> | undefined
}

const argument = v.union([
  fields({ error: errorCode, message: v.optional(text), limit: v.optional(record) }),
  fields({
    status: described(
      v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599)),
      'HTTP status; over a socket any from 400 is `internal_error`.',
      503,
    ),
    body: v.optional(described(v.unknown(), 'Sent as JSON; a text is sent as it is.')),
    headers: v.optional(dictionary(v.string(), v.string())),
  }),
])

/** Answers a refusal of the API, or an answer of something in front of it, such as a gateway. */
export const fail = answerFault<'fail', Refusal | Foreign>({
  name: 'fail',
  argument: described(
    refusingMeant(argument, 'an object', meantFailure),
    'Answers a refusal without running the handler (with `at: after`: although its work is done): `error` in the envelope of the API, `status` as a gateway in front of it does, with an empty body unless it has one.',
    { error: 'internal_error' },
    { status: 503, body: 'upstream down' },
  ),
  problems: (failure) =>
    'status' in failure
      ? Object.entries(failure.headers ?? {}).flatMap(([name, value]) => headerProblems(name, value))
      : [],
  answer(world, failure) {
    if ('status' in failure) {
      return new ApiError('internal_error', `A trigger answered with status ${failure.status}.`, {
        injected: true,
        foreign: foreignAnswer(failure),
      })
    }
    const { error, message, limit = limitFor(world, error) } = failure
    return new ApiError(error, message, { injected: true, ...(limit && { limit: limit as unknown as LimitObject }) })
  },
})

function foreignAnswer({ status, body, headers = {} }: Foreign): ForeignAnswer {
  const own = Object.entries(headers).flatMap(([name, value]) => [name.toLowerCase(), value])
  if (body === undefined || isBodiless(status)) return { status, headers: own, body: null }
  const isText = typeof body === 'string'
  const typed = own.includes('content-type')
    ? own
    : ['content-type', isText ? 'text/plain; charset=utf-8' : 'application/json', ...own]
  return { status, headers: typed, body: isText ? body : JSON.stringify(body) }
}

/** A realistic `limit` object, for codes that always have one. */
export function limitFor(world: World, code: ErrorCode): LimitObject | undefined {
  const { limit } = errorFacts(code)
  if (limit === undefined) return undefined
  if (limit === 'enabled_blob_types') return { name: limit, allowed: [] }
  const max = findLimit(world, limit)
  return { name: limit, max, ...(code === 'limit_exceeded' && { current: max }) }
}

function headerProblems(name: string, value: string): Problem[] {
  const path = ['headers', name]
  if (/^(?:content-length|transfer-encoding)$/i.test(name)) {
    return [{ kind: 'value', path, message: 'the transport sets this header; `truncate` makes it wrong' }]
  }
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name))
    return [{ kind: 'value', path, message: `'${name}' is not the name of a header` }]
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(value)
    ? []
    : [{ kind: 'value', path, message: 'a header cannot hold this text' }]
}

/** The object that was meant by a status, or by the code of an error, alone. */
function meantFailure(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string') return undefined
  if (/^\d+$/.test(text)) return `{ status: ${text} }`
  return /^[a-z_]+$/.test(text) ? `{ error: '${text}' }` : undefined
}
