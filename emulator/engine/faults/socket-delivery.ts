/** Delivery of an answer's frame on a socket. */

export interface SocketDelivery {
  /** Real milliseconds before anything is sent; later answers wait. */
  readonly delayMs: number
  /** Frames to send, in order; none for an answer that is held back. */
  readonly frames: readonly string[]
  /** Holds the frames back until the next answer on this socket was sent. */
  readonly afterNext: boolean
  /** End of the connection after the frames; undefined if it stays open. */
  readonly end: SocketEnd | undefined
}

export type SocketEnd =
  /** Ends with a close frame. */
  | { readonly by: 'close'; readonly code: number; readonly reason: string }
  /** Ends without a close frame: the client sees 1006. */
  | { readonly by: 'abort' }
  /** Ends with a TCP reset. */
  | { readonly by: 'reset' }
