/** How the frame of an answer leaves a socket. */

export interface SocketDelivery {
  /** Real milliseconds before anything leaves; the answers behind it wait. */
  readonly delayMs: number
  /** The frames that are sent, in order; none for an answer that is held back. */
  readonly frames: readonly string[]
  /** Keeps the frames until the next answer on this socket has gone out. */
  readonly afterNext: boolean
  /** How the connection ends once the frames are sent; undefined where it goes on. */
  readonly end: SocketEnd | undefined
}

export type SocketEnd =
  /** With a close frame. */
  | { readonly by: 'close'; readonly code: number; readonly reason: string }
  /** Without one: the client sees 1006. */
  | { readonly by: 'abort' }
  /** With a TCP reset. */
  | { readonly by: 'reset' }
