import type { Client } from './wire.ts'

/** Event of a call: `GET /users/me#1 is handled`, `GET /users/me#1 is answered`. */
export type CallEvent = `${string} is ${'handled' | 'answered'}`

/** Gate that calls pass at each of their events. */
export interface CallGate {
  /** Calls `then` when the event is due. `client` waits for the answer. */
  pass(event: CallEvent, then: () => void, client?: Client): void
}

/** Order in which calls of a world are handled and answered (`settings.order`). */
export interface CallOrder extends CallGate {
  /** True once all events of the order have come in that order. */
  readonly isKept: boolean
  /** Gate that takes every event in place of the order, while an exploration finds out which calls are concurrent. */
  watcher: CallGate | undefined
  /** Gate that a message of a socket passes before its calls are handled. Without it messages are handled as they come. */
  readonly messages?: CallGate
  /** Counts a call that came in, and returns its name. */
  arrived(call: string, via: 'http' | 'socket'): string
  /** Starts again: calls are counted from 1, and held ones go on. */
  restart(): void
}
