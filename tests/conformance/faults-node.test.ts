import { startServer } from '../../emulator/adapters/node/server.ts'
import { runFaultMatrix } from './fault-matrix.ts'

runFaultMatrix({
  name: 'the node server',
  lacks: {},
  async open(emulator) {
    const server = await startServer({ emulator })
    return { url: server.url, send: fetch, close: () => server.close() }
  },
})
