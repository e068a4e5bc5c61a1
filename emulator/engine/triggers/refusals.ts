import { ApiError } from '../../contract/api-error.ts'

/** Refusal by a rate. With status 429 it cites A-330. */
export function limited(refusal: ApiError): ApiError {
  if (refusal.foreign?.status !== 429) return refusal
  return new ApiError(refusal.code, refusal.message, { injected: true, foreign: refusal.foreign, cites: ['A-330'] })
}

/** Placeholder for an answer that no client will see. */
export function unanswered(name: string): ApiError {
  return new ApiError('internal_error', `A trigger kept this request from being handled (${name}).`, { injected: true })
}
