import { connectDirectly } from './socket.ts'
import { runSocketFaultMatrix } from './socket-fault-matrix.ts'

runSocketFaultMatrix({
  name: 'emulator.connect',
  lacks: { abort: 'this connection offers only close()', wait: 'it offers no wait(), so delays are left out' },
  open: async (emulator) => ({ socket: async (as) => connectDirectly(emulator, as), close() {} }),
})
