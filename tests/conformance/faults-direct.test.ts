import { runFaultMatrix } from './fault-matrix.ts'

runFaultMatrix({
  name: 'emulator.fetch',
  lacks: {},
  open: async (emulator) => ({
    url: 'http://api.test/v1',
    send: (input, init) => emulator.fetch(input, init),
    close() {},
  }),
})
