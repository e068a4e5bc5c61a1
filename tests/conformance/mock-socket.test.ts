import { WebSocket } from 'mock-socket'
import { createMockSocketServer } from '../../emulator/adapters/mock-socket/mock-socket.ts'
import { commandTopics } from './cases.ts'
import { openSocket, type SocketConstructor } from './socket.ts'
import { runConformance } from './suite.ts'
import { Api } from './api.ts'

const url = 'ws://mock.svc.test/v1/realtime'

runConformance(
  {
    name: 'mock-socket',
    async open(emulator) {
      const server = createMockSocketServer(emulator, url)
      const socket = (as?: string) => openSocket(WebSocket as unknown as SocketConstructor, url, as)
      return {
        api: new Api('http://api.svc.test/v1', (request) => emulator.fetch(request), socket),
        close: () => server.stop(),
      }
    },
  },
  commandTopics,
)
