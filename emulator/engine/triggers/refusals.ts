import { ApiError } from '../../contract/api-error.ts'
import type { Foreign } from '../faults/fail.ts'
import type { Compiled } from './compiled.ts'

/** Refusal by a rate. With status 429 it cites A-330. */
export function limited(refusal: ApiError): ApiError {
  if (refusal.foreign?.status !== 429) return refusal
  return new ApiError(refusal.code, refusal.message, { injected: true, foreign: refusal.foreign, cites: ['A-330'] })
}

/** Placeholder for an answer that no client will see. */
export function unanswered(name: string): ApiError {
  return new ApiError('internal_error', `A trigger kept this request from being handled (${name}).`, { injected: true })
}

/** True for a rate limit, and for chaos, which answers 429 as one. */
export function limitsRates({ above, actions }: Compiled): boolean {
  return above !== undefined || actions.some((action) => 'chaos' in action)
}

/** Adds the `Retry-After` of a rate to an answer with a status, unless the trigger gives its own. */
export function withRetryAfter(argument: object, { above }: Compiled, wait: () => number): object {
  if (above === undefined || !('status' in argument)) return argument
  const { headers = {} } = argument as Foreign
  if (Object.keys(headers).some((name) => name.toLowerCase() === 'retry-after')) return argument
  return { ...argument, headers: { ...headers, 'retry-after': String(Math.max(1, Math.ceil(wait() / 1000))) } }
}
