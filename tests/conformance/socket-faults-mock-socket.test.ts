import { WebSocket } from 'mock-socket'
import { createMockSocketServer } from '../../emulator/adapters/mock-socket/mock-socket.ts'
import { openSocket, type SocketConstructor } from './socket.ts'
import { runSocketFaultMatrix } from './socket-fault-matrix.ts'

const url = 'ws://faults.svc.test/v1/realtime'

runSocketFaultMatrix({
  name: 'mock-socket',
  lacks: { abort: 'a mock-socket client can only be closed' },
  async open(emulator) {
    const server = createMockSocketServer(emulator, url)
    return {
      socket: (as) => openSocket(WebSocket as unknown as SocketConstructor, url, as),
      close: () => server.stop(),
    }
  },
})
