import { setupServer } from 'msw/node'
import { createHandlers } from '../../emulator/adapters/msw/msw.ts'
import { useGlobalWebSocket } from './global-web-socket.ts'
import { openSocket, type SocketConstructor } from './socket.ts'
import { runSocketFaultMatrix } from './socket-fault-matrix.ts'

const server = setupServer()
useGlobalWebSocket()

runSocketFaultMatrix({
  name: 'msw',
  lacks: { abort: 'a mocked client can only be closed; msw would report 1006 as a clean close' },
  setUp: () => server.listen({ onUnhandledRequest: 'error' }),
  tearDown: () => server.close(),
  async open(emulator) {
    server.use(...createHandlers(emulator, { baseUrl: 'http://api.svc.test/v1' }))
    const socket = (as: string) =>
      openSocket(WebSocket as unknown as SocketConstructor, 'ws://api.svc.test/v1/realtime', as)
    return { socket, close: () => server.resetHandlers() }
  },
})
