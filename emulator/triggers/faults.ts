import { ApiError, type ForeignAnswer, type LimitObject } from '../contract/api-error.ts'
import { factsOf, type ErrorCode } from '../contract/errors.ts'
import type { TransportFault } from '../kernel/faults.ts'
import { limitOf } from '../kernel/limits.ts'
import type { Fault, SocketFault } from '../format/schema-triggers.ts'
import { parseDuration } from '../world/clock.ts'
import type { World } from '../world/world.ts'

export type AnyFault = Fault | SocketFault
export type FailFault = Extract<Fault, { fail: unknown }>
type WireFault = Exclude<AnyFault, FailFault>

/** Faults that leave no answer to make: with `at: before` the handler does not run. */
export const cuts: ReadonlySet<TransportFault['kind']> = new Set<TransportFault['kind']>(['drop', 'reset', 'close', 'abort'])

/** What a transport is told to do. */
export function transportFault(fault: WireFault): TransportFault {
  if ('delay' in fault) return { kind: 'delay', ms: parseDuration(fault.delay)! }
  if ('truncate' in fault) return { kind: 'truncate', bytes: fault.truncate === true ? null : fault.truncate.bytes }
  if ('slow' in fault) return { kind: 'slow', bytes_per_second: fault.slow.bytes_per_second }
  if ('close' in fault) return { kind: 'close', code: fault.close.code, reason: fault.close.reason ?? '' }
  return { kind: Object.keys(fault)[0] as 'drop' }
}

/** The refusal that a `fail` makes up: one of the API's own, or an answer that something in front of it would give. */
export function injectedFailure(world: World, { fail }: FailFault): ApiError {
  if ('status' in fail) {
    return new ApiError('internal_error', `A trigger answered with status ${fail.status}.`, { injected: true, foreign: foreignAnswer(fail) })
  }
  const limit = (fail.limit as LimitObject | undefined) ?? limitFor(world, fail.error)
  return new ApiError(fail.error, fail.message, { injected: true, ...(limit && { limit }) })
}

/** Statuses whose answers have no body (RFC 9110, 15.3.5, 15.3.6, 15.4.5). */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304])

function foreignAnswer({ status, body, headers = {} }: Extract<FailFault['fail'], { status: number }>): ForeignAnswer {
  const own = Object.entries(headers).flatMap(([name, value]) => [name.toLowerCase(), value])
  if (body === undefined || bodiless.has(status)) return { status, headers: own, body: null }
  const isText = typeof body === 'string'
  const typed = own.includes('content-type') ? own : ['content-type', isText ? 'text/plain; charset=utf-8' : 'application/json', ...own]
  return { status, headers: typed, body: isText ? body : JSON.stringify(body) }
}

/** Stands for the answer that nobody will see. */
export function unansweredFailure(kind: string): ApiError {
  return new ApiError('internal_error', `A trigger kept this request from being handled (${kind}).`, { injected: true })
}

/** The codes that always come with a `limit` object get one that could be real. */
function limitFor(world: World, code: ErrorCode): LimitObject | undefined {
  const { limit } = factsOf(code)
  if (limit === undefined) return undefined
  if (limit === 'enabled_blob_types') return { name: limit, allowed: [] }
  const max = limitOf(world, limit)
  return { name: limit, max, ...(code === 'limit_exceeded' && { current: max }) }
}
