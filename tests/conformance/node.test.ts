import { WebSocket } from 'ws'
import { startServer } from '../../emulator/adapters/node/server.ts'
import { topics } from './cases.ts'
import { openSocket, type SocketConstructor } from './socket.ts'
import { runConformance } from './suite.ts'
import { Api } from './api.ts'

runConformance(
  {
    name: 'the node server',
    async open(emulator) {
      const server = await startServer({ emulator })
      const socket = (as?: string) => openSocket(WebSocket as unknown as SocketConstructor, server.realtimeUrl, as)
      return { api: new Api(server.url, (request) => fetch(request), socket), close: () => server.close() }
    },
  },
  topics,
)
