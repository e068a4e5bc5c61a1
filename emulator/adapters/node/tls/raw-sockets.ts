import type { Server } from 'node:https'
import type { Socket } from 'node:net'

/** TCP connection below each TLS connection: only the former can be reset. */
const below = new WeakMap<Socket, Socket>()

/**
 * Tracks the TCP connection below each TLS connection. Node announces both, linked by nothing but the client's address.
 */
export function rememberRawSockets(server: Server): void {
  const raw = new Map<string, Socket>()
  server.on('connection', (socket: Socket) => {
    const client = formatAddress(socket)
    raw.set(client, socket)
    socket.once('close', () => raw.delete(client))
  })
  const link = (socket: Socket): void => {
    const found = raw.get(formatAddress(socket))
    if (found !== undefined) below.set(socket, found)
  }
  server.on('secureConnection', link)
  server.on('tlsClientError', (_error, socket) => link(socket))
}

/** TCP connection below a TLS connection; a plain connection itself. */
export function rawSocket(socket: Socket): Socket {
  return below.get(socket) ?? socket
}

function formatAddress({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`
}

/** Resets a TCP connection, also below TLS. */
export function resetConnection(socket: Socket): void {
  rawSocket(socket).resetAndDestroy()
}
