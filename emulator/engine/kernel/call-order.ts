/** What happens to a call, in its order: `GET /users/me#1 is handled`, `GET /users/me#1 is answered`. */
export type CallEvent = `${string} is ${'handled' | 'answered'}`

/** Takes what happens to calls, and says when it goes on. */
export interface CallGate {
  /** Calls `then` when the event is due. */
  pass(event: CallEvent, then: () => void): void
}

/** In which order the calls of a world are handled and answered (`settings.order`). */
export interface CallOrder extends CallGate {
  /** Whether every call goes on at once. */
  readonly isOpen: boolean
  /** Whether all that the order names has come, in its order. */
  readonly isKept: boolean
  /** Takes every event in place of the order, while a caller finds out which calls are under way together. */
  watcher: CallGate | undefined
  /** Counts a call that came in, and gives its name. */
  arrived(call: string, via: 'http' | 'socket'): string
  /** Begins again: calls are counted from 1, and what is held goes on. */
  restart(): void
}
