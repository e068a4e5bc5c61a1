import { setupServer } from 'msw/node'
import { createHandlers } from '../../emulator/adapters/msw/msw.ts'
import { runFaultMatrix } from './fault-matrix.ts'

const server = setupServer()

runFaultMatrix({
  name: 'msw',
  lacks: {
    cause: 'a mocked fetch fails in one way: a reset cannot be told from a closed connection',
    'headers-alone':
      'msw 3 sends the headers with the first bytes of the body: a body cut before its first byte is no answer at all',
  },
  setUp: () => server.listen({ onUnhandledRequest: 'error' }),
  tearDown: () => server.close(),
  async open(emulator) {
    server.use(...createHandlers(emulator, { baseUrl: 'http://api.svc.test/v1' }))
    return {
      url: 'http://api.svc.test/v1',
      send: (input, init) => fetch(input, init),
      close: () => server.resetHandlers(),
    }
  },
})
