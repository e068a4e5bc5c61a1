import { WebSocket as MockWebSocket } from 'mock-socket'
import { WebSocket } from 'ws'
import { createMockSocketServer } from '../../emulator/adapters/mock-socket/mock-socket.ts'
import { startServer } from '../../emulator/adapters/node/server.ts'
import { runHoldMatrix, sendCall, sendRequest } from './hold-matrix.ts'
import { connectDirectly, openSocket, type SocketConstructor } from './socket.ts'

const request = 'POST /blobs/acme/weights/revisions'
const call = 'workflow.create_session'

runHoldMatrix({
  name: 'emulator.fetch',
  unit: request,
  open: async (emulator) => ({ call: async () => sendRequest('http://api.test/v1', emulator.fetch), close() {} }),
})

runHoldMatrix({
  name: 'the node server',
  unit: request,
  async open(emulator) {
    const server = await startServer({ emulator })
    return { call: async () => sendRequest(server.url, fetch), close: () => server.close() }
  },
})

runHoldMatrix({
  name: 'emulator.connect',
  unit: call,
  open: async (emulator) => ({
    call: async () => sendCall(connectDirectly(emulator, 'svc-key-ada-admin')),
    close() {},
  }),
})

runHoldMatrix({
  name: 'a socket of the node server',
  unit: call,
  async open(emulator) {
    const server = await startServer({ emulator })
    const open = WebSocket as unknown as SocketConstructor
    return {
      call: async () => sendCall(await openSocket(open, server.realtimeUrl, 'svc-key-ada-admin')),
      close: () => server.close(),
    }
  },
})

runHoldMatrix({
  name: 'mock-socket',
  unit: call,
  async open(emulator) {
    const url = 'ws://holds.svc.test/v1/realtime'
    const server = createMockSocketServer(emulator, url)
    const open = MockWebSocket as unknown as SocketConstructor
    return {
      call: async () => sendCall(await openSocket(open, url, 'svc-key-ada-admin')),
      close: () => server.stop(),
    }
  },
})
