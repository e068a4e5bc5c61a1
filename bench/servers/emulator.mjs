// The emulator under measurement: `node emulator.mjs '{"fixtures": […], "records": N, …}'`.
import { createEmulator } from '../../dist/index.js'
import { realTime as real, startServer } from '../../dist/server.js'
import { fill } from './fill.mjs'

const { records = 0, ...options } = JSON.parse(process.argv[2] ?? '{}')
const emulator = createEmulator({ real, ...options })
if (records > 0) fill(emulator, records)
const server = await startServer({ emulator })
console.log(JSON.stringify({ port: Number(new URL(server.url).port) }))
