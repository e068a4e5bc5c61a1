import type { Socket } from 'node:net'

/** True for a TLS connection. Does not import `node:tls`, which a plain server need not load. */
export function isEncrypted(socket: Socket): boolean {
  return (socket as Socket & { encrypted?: boolean }).encrypted === true
}
