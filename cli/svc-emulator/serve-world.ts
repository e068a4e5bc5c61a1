import type { Emulator } from '../../emulator/host/emulator.ts'

/** Serves an emulator for the programs that ask it. The server is loaded here: most commands never need one. */
export async function serveWorld(emulator: Emulator) {
  const { startServer } = await import('../../emulator/adapters/node/server.ts')
  return startServer({ emulator })
}
