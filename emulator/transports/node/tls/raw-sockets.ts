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
  server.on('secureConnection', (socket: Socket) => {
    const found = raw.get(addressOf(socket))
    if (found !== undefined) below.set(socket, found)
  })
}

function addressOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`
}

/** Ends a connection with a TCP reset, one under TLS too. */
export function resetConnection(socket: Socket): void {
  (below.get(socket) ?? socket).resetAndDestroy()
}
