/**
 * What only a transport can do to an answer, in the order given. The first group both transports can show, the second
 * only sockets.
 */
export type TransportFault =
  | { readonly kind: 'delay'; /** Real milliseconds before the answer leaves. */ readonly ms: number }
  | { readonly kind: 'truncate'; /** Bytes that are sent; null for half of them. */ readonly bytes: number | null }
  | { readonly kind: 'slow'; readonly bytes_per_second: number }
  | { readonly kind: 'drop' | 'reset' | 'empty' | 'malformed' | 'lose_response' }
  | { readonly kind: 'close'; readonly code: number; readonly reason: string }
  | { readonly kind: 'abort' | 'duplicate' | 'reorder' | 'unknown_id' | 'hold' }

export type FaultKind = TransportFault['kind']

/** Faults of sockets: an answer over HTTP has no frame to send twice and no call id to get wrong. */
export const socketFaultKinds: ReadonlySet<FaultKind> = new Set<FaultKind>(['close', 'abort', 'duplicate', 'reorder', 'unknown_id', 'hold'])
