import { setupServer } from 'msw/node'
import { createHandlers } from '../../emulator/adapters/msw/msw.ts'
import { topics } from './cases.ts'
import { useGlobalWebSocket } from './global-web-socket.ts'
import { openSocket, type SocketConstructor } from './socket.ts'
import { runConformance } from './suite.ts'
import { Api } from './api.ts'

const server = setupServer()
useGlobalWebSocket()

runConformance(
  {
    name: 'msw 2',
    lacks: { 'raw-http': 'the Fetch API normalises what it sends' },
    setUp: () => server.listen({ onUnhandledRequest: 'error' }),
    tearDown: () => server.close(),
    async open(emulator) {
      server.use(...createHandlers(emulator, { baseUrl: 'http://api.svc.test/v1' }))
      const socket = (as?: string) =>
        openSocket(WebSocket as unknown as SocketConstructor, 'ws://api.svc.test/v1/realtime', as)
      return {
        api: new Api('http://api.svc.test/v1', (request) => fetch(request), socket),
        close: () => server.resetHandlers(),
      }
    },
  },
  topics,
)
