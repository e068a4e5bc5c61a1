import { WebSocket } from 'ws'
import { startServer } from '../../emulator/adapters/node/server.ts'
import { openSocket, type SocketConstructor } from './socket.ts'
import { runSocketFaultMatrix } from './socket-fault-matrix.ts'

runSocketFaultMatrix({
  name: 'the node server',
  lacks: {},
  async open(emulator) {
    const server = await startServer({ emulator })
    return {
      socket: (as) => openSocket(WebSocket as unknown as SocketConstructor, server.realtimeUrl, as),
      close: () => server.close(),
    }
  },
})
