import { Server, type Client } from 'mock-socket'
import type { Emulator } from '../emulator.ts'
import { REALTIME } from '../kernel/socket-credentials.ts'
import { frameOf } from './frame.ts'

/**
 * A mock-socket server that speaks the realtime API of an emulator at a URL. Clients use the `WebSocket` of mock-socket; the global
 * one stays what it is. docs/decisions/0303-sockets-of-the-transports.md lists what differs from the server.
 */
export function createMockSocketServer(emulator: Emulator, url: string): Server {
  const server = new Server(url, { mock: false })
  server.on('connection', (socket: Client) => {
    const session = emulator.connect({
      url: `${REALTIME}${new URL(socket.url).search}`,
      send: (text) => socket.send(text),
      close: (code, reason) => socket.close({ code, reason, wasClean: true }),
      wait: (milliseconds, then) => setTimeout(then, milliseconds),
    })
    socket.on('message', (data) => session.receive(frameOf(data)))
    socket.on('close', () => session.closed())
  })
  return server
}
