import { startServer } from '../transports/server.ts'
import { topics } from './cases.ts'
import { Api, runConformance } from './suite.ts'

runConformance({
  name: 'the node server',
  async open(emulator) {
    const server = await startServer({ emulator })
    return { api: new Api(server.url, (request) => fetch(request)), close: () => server.close() }
  },
}, topics)
