import { socketInReplay } from './replay-row.ts'
import { runSocketFaultMatrix } from './socket-fault-matrix.ts'

runSocketFaultMatrix({
  name: 'a replay in process',
  lacks: { wait: 'no real time passes' },
  open: async (emulator) => ({ socket: (as) => socketInReplay(emulator, as), close() {} }),
})
