import { type Fields, isObject } from '../../engine/checking/is-object.ts'
import { shallowJson } from '../../engine/checking/lost-number.ts'

/** JSON-RPC code of an internal error. */
export const INTERNAL_ERROR = -32603

/** The reason why an answer shows nothing about the contract. */
export type FailureCause =
  | 'network'
  | 'time limit'
  | 'cut answer'
  | 'unauthenticated'
  | 'rate limit'
  | 'gateway'
  | 'redirect'
  | 'budget'

/** An answer of the target over HTTP. */
export interface HttpObservation {
  readonly kind: 'http'
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Uint8Array
}

/** Frames for a call on a socket, its answer last. Empty for a notification. */
export interface SocketObservation {
  readonly kind: 'socket'
  readonly frames: readonly string[]
  /** The last frame has the id of the call. */
  readonly answered: boolean
}

/** A failed observation, which is never compared as an answer. */
export interface FailedObservation {
  readonly kind: 'failed'
  readonly cause: FailureCause
  /** Description for people. */
  readonly detail: string
  /** The unusable answer: a 401, a page of a gateway. */
  readonly answer?: HttpObservation
}

export type Observation = HttpObservation | SocketObservation | FailedObservation

/** Text of an answer: its body, or its last frame; empty where none came. */
export function answerText(observation: Observation): string {
  if (observation.kind === 'failed') return ''
  return observation.kind === 'http' ? new TextDecoder().decode(observation.bytes) : (observation.frames.at(-1) ?? '')
}

/** The JSON object of an answer, or of its last frame; empty where it is none. */
export function answerFields(observation: Observation): Fields {
  const value = shallowJson(answerText(observation))
  return isObject(value) ? value : {}
}

export const failed = (cause: FailureCause, detail: string, answer?: HttpObservation): FailedObservation => ({
  kind: 'failed',
  cause,
  detail,
  ...(answer !== undefined && { answer }),
})
