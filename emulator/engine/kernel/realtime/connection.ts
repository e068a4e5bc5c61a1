import type { CannotShow } from '../../faults/definition.ts'
import type { SocketOpening } from '../../world/settings.ts'

/** Socket as its transport offers it. An action that is impossible is left out, or replaced by the reason. */
export interface Connection {
  /** URL of the upgrade, or its path and query. */
  readonly url: string
  /** Headers of the upgrade: names and values in turn. */
  readonly headers?: readonly string[]
  /** Outcome of the opening, if the transport has already taken it from `SocketOpenings`; else the session takes it. */
  readonly opening?: SocketOpening
  send(text: string): void
  close(code: number, reason: string): void
  /** Breaks the connection without a close frame: the client sees 1006. */
  readonly abort?: (() => void) | CannotShow
  /** Breaks it with a TCP reset. */
  readonly reset?: (() => void) | CannotShow
  /** Calls `then` after so many real milliseconds. Without it, delays are left out. */
  readonly wait?: ((milliseconds: number, then: () => void) => void) | CannotShow
}

/** Socket of a transport: the actions that faults need are there, or replaced by the reason. */
export type TransportConnection = Connection & Required<Pick<Connection, 'abort' | 'reset' | 'wait'>>
