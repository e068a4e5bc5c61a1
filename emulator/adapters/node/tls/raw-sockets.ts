import type { Server } from 'node:https'
import type { Socket } from 'node:net'

/** The TCP connection below a TLS one: Node resets the former alone. */
const below = new WeakMap<Socket, Socket>()

/** Remembers what each connection of a server runs on. Node announces both, without a link between them but the address of the client. */
export function rememberRawSockets(server: Server): void {
  const raw = new Map<string, Socket>()
  server.on('connection', (socket: Socket) => {
    const client = addressOf(socket)
    raw.set(client, socket)
    socket.once('close', () => raw.delete(client))
  })
  const link = (socket: Socket): void => {
    const found = raw.get(addressOf(socket))
    if (found !== undefined) below.set(socket, found)
  }
  server.on('secureConnection', link)
  server.on('tlsClientError', (_error, socket) => link(socket))
}

/** The TCP connection below a TLS one; a connection without TLS itself. */
export function rawSocket(socket: Socket): Socket {
  return below.get(socket) ?? socket
}

function addressOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`
}

/** Ends a connection with a TCP reset, one under TLS too. */
export function resetConnection(socket: Socket): void {
  rawSocket(socket).resetAndDestroy()
}
