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

export const failed = (cause: FailureCause, detail: string, answer?: HttpObservation): FailedObservation => ({
  kind: 'failed',
  cause,
  detail,
  ...(answer !== undefined && { answer }),
})
