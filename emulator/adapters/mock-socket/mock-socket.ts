import { Server, type Client } from 'mock-socket'
import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { aUrl } from '../../engine/checking/options.ts'
import { valueText } from '../../engine/checking/problems.ts'
import { requireEmulator } from '../../host/emulator-options.ts'
import type { Emulator } from '../../host/emulator.ts'
import { cannotShow } from '../../engine/faults/definition.ts'
import type { TransportConnection } from '../../engine/kernel/realtime/connection.ts'
import { REALTIME } from '../../engine/kernel/rest/addresses.ts'
import { readFrame } from '../frame.ts'

const socketUrl = aUrl('ws', 'wss')

/**
 * Creates a mock-socket server that speaks the realtime API of an emulator. Clients use the `WebSocket` of mock-socket;
 * the global one is not replaced. Credentials come in the query or with a first call. A client with wrong ones is closed after it opened
 * (1008), and faults of the connection only close it.
 */
export function createMockSocketServer(emulator: Emulator, url: string): Server {
  requireEmulator('createMockSocketServer', emulator)
  if (!socketUrl.fits(url))
    throw new EmulatorError(`createMockSocketServer: expected ${socketUrl.expected}, got ${valueText(url)}`)
  const server = new Server(url, { mock: false })
  server.on('connection', (socket: Client) => {
    const session = emulator.connect(openConnection(socket))
    socket.on('message', (data) => session.receive(readFrame(data)))
    socket.on('close', () => session.closed())
  })
  return server
}

const closedOnly = cannotShow('a mock-socket client can only be closed')

function openConnection(socket: Client): TransportConnection {
  return {
    url: `${REALTIME}${new URL(socket.url).search}`,
    send: (text) => socket.send(text),
    close: (code, reason) => socket.close({ code, reason, wasClean: true }),
    abort: closedOnly,
    reset: closedOnly,
    wait: (milliseconds, then) => void setTimeout(then, milliseconds),
  }
}
