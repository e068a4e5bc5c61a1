import { shallowJson } from '../../engine/checking/lost-number.ts'
import { LATE } from '../../scenario/targets/arrival.ts'
import type { HttpAnswer } from '../../scenario/targets/target.ts'
import { isCode } from './health.ts'
import { failed, type HttpObservation, type Observation } from './observation.ts'

const decoder = new TextDecoder()

/**
 * Distinguishes an answer of the service from a failure of the network, a gateway or a rate limit. `authenticated`:
 * credentials were sent.
 */
export function classifyAnswer(arrived: HttpAnswer, authenticated: boolean): Observation {
  const { outcome, reason = '', status, headers, bytes } = arrived
  if (outcome === 'no_answer') return failed(reason === LATE ? 'time limit' : 'network', reason)
  if (outcome === 'cut') return failed('cut answer', reason)
  const answer: HttpObservation = { kind: 'http', status, headers, bytes }
  if (status >= 300 && status < 400) return failed('redirect', `HTTP ${status} to another address`, answer)
  if (status === 429) return failed('rate limit', 'HTTP 429', answer)
  if (status >= 400 && !hasEnvelope(bytes)) return failed('gateway', `HTTP ${status} without the envelope`, answer)
  if (status === 401 && authenticated) return failed('unauthenticated', 'HTTP 401', answer)
  if (status < 300 && isPage(answer)) return failed('gateway', `HTTP ${status} with a page in place of JSON`, answer)
  return answer
}

/**
 * True for a refusal in the service's envelope, by one of two fields: a broken sentence may have cost the other.
 * Gateways answer HTML or JSON of their own.
 */
function hasEnvelope(bytes: Uint8Array): boolean {
  const body = shallowJson(decoder.decode(bytes)) as { status?: unknown; error?: unknown } | undefined
  return body?.status === 'failure' || isCode(body?.error)
}

function isPage({ headers, bytes }: HttpObservation): boolean {
  return headers['content-type']?.includes('html') === true && shallowJson(decoder.decode(bytes)) === undefined
}
