import { setupServer } from 'msw/node'
import { createHandlers } from '../../emulator/adapters/msw/msw.ts'
import type { Emulator } from '../../emulator/index.ts'
import { useGlobalWebSocket } from './global-web-socket.ts'
import { runHoldMatrix, sendCall, sendRequest } from './hold-matrix.ts'
import { openSocket, type SocketConstructor } from './socket.ts'

const server = setupServer()
useGlobalWebSocket()

const root = 'api.svc.test/v1'
const answerFrom = (emulator: Emulator) => server.use(...createHandlers(emulator, { baseUrl: `http://${root}` }))

const common = {
  setUp: () => server.listen({ onUnhandledRequest: 'error' }),
  tearDown: () => server.close(),
}

runHoldMatrix({
  ...common,
  name: 'msw',
  unit: 'POST /blobs/acme/weights/revisions',
  async open(emulator) {
    answerFrom(emulator)
    return {
      call: async () => sendRequest(`http://${root}`, (input, init) => fetch(input, init)),
      close: () => server.resetHandlers(),
    }
  },
})

runHoldMatrix({
  ...common,
  name: 'a socket of msw',
  unit: 'workflow.create_session',
  async open(emulator) {
    answerFrom(emulator)
    const open = WebSocket as unknown as SocketConstructor
    return {
      call: async () => sendCall(await openSocket(open, `ws://${root}/realtime`, 'svc-key-ada-admin')),
      close: () => server.resetHandlers(),
    }
  },
})
