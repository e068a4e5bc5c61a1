import type { CannotShow } from '../../faults/definition.ts'
import type { SocketOpening } from '../../world/settings.ts'

/** A socket as its transport offers it. What it cannot do, it leaves out, or says why. */
export interface Connection {
  /** URL of the upgrade, or its path and query. */
  readonly url: string
  /** Headers of the upgrade: names and values in turn. */
  readonly headers?: readonly string[]
  /** Fate of its opening, as its transport learned it (`SocketOpenings`); asked for here where it is left out. */
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

/** The socket of a transport: what faults need is there, or its place names the reason why it is not. */
export type TransportConnection = Connection & Required<Pick<Connection, 'abort' | 'reset' | 'wait'>>
