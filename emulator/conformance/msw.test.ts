import { setupServer } from 'msw/node'
import { createHandlers } from '../transports/msw.ts'
import { topics } from './cases.ts'
import { Api, runConformance } from './suite.ts'

const server = setupServer()

runConformance({
  name: 'msw 2',
  lacks: { 'raw-http': 'the Fetch API normalises what it sends' },
  setUp: () => server.listen({ onUnhandledRequest: 'error' }),
  tearDown: () => server.close(),
  async open(emulator) {
    server.use(...createHandlers(emulator, { baseUrl: 'http://api.svc.test/v1' }))
    return { api: new Api('http://api.svc.test/v1', (request) => fetch(request)), close: () => server.resetHandlers() }
  },
}, topics)
