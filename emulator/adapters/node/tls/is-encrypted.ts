import type { Socket } from 'node:net'

/** Whether a connection runs over TLS. Asked without `node:tls`, which a plain server need not load. */
export function isEncrypted(socket: Socket): boolean {
  return (socket as Socket & { encrypted?: boolean }).encrypted === true
}
