/** Runs in a real browser: msw's service worker answers fetch, and its `ws.link` the sockets. */
import { setupWorker } from 'msw/browser'
import { createHandlers } from '../../emulator/adapters/msw/msw.ts'
import { topics } from './cases.ts'
import { openSocket, type SocketConstructor } from './socket.ts'
import { runConformance } from './suite.ts'
import { Api } from './api.ts'

const worker = setupWorker()

runConformance(
  {
    name: 'setupWorker in Chromium',
    lacks: { 'raw-http': 'the Fetch API normalises what it sends' },
    async setUp() {
      await worker.start({ quiet: true, onUnhandledRequest: 'bypass' })
    },
    tearDown: () => worker.stop(),
    async open(emulator) {
      worker.use(...createHandlers(emulator, { baseUrl: 'http://api.svc.test/v1' }))
      const socket = (as?: string) =>
        openSocket(WebSocket as unknown as SocketConstructor, 'ws://api.svc.test/v1/realtime', as)
      return {
        api: new Api('http://api.svc.test/v1', (request) => fetch(request), socket),
        close: () => worker.resetHandlers(),
      }
    },
  },
  topics,
)
