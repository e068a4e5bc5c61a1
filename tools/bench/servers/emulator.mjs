// The emulator under measurement: `node emulator.mjs '{"fixtures": […], "users": N, …}'`: options, and users that are added to the fixtures.
import { createEmulator } from '../../../dist/index.js'
import { startServer } from '../../../dist/server.js'
import { fillUsers } from './fill.mjs'
import { tell } from './tell.mjs'

const { users = 0, ...options } = JSON.parse(process.argv[2] ?? '{}')
const emulator = createEmulator(options)
if (users > 0) fillUsers(emulator, users)
const server = await startServer({ emulator })
tell(Number(new URL(server.url).port))
