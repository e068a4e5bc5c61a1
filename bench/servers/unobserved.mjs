// An emulator that keeps no journal, counts no coverage and explains nothing: `node unobserved.mjs '{…}'`.
import { createEmulator } from '../../dist/index.js'
import { realTime as real, startServer } from '../../dist/server.js'

const emulator = createEmulator({ real, journal: false, ...JSON.parse(process.argv[2] ?? '{}') })
const nowhere = { positions: [], then: () => nowhere }
emulator.host.coverage = { start: nowhere, answered() {} }
const server = await startServer({ emulator })
console.log(JSON.stringify({ port: Number(new URL(server.url).port) }))
