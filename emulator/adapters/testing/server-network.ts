import { startServer } from '../node/server.ts'
import { apiAt, type Network } from './network.ts'
import { siteEmulator } from './worlds.ts'

/** Serves worlds on a port of this machine. */
export async function serverNetwork(): Promise<Network> {
  const server = await startServer({ emulator: siteEmulator() })
  const origin = server.url.replace(/\/v1$/, '')
  return {
    open(emulator, apiUrl) {
      if (apiUrl === undefined) return apiAt(origin, emulator)
      throw new TypeError(
        `apiUrl: a server cannot answer at '${apiUrl}': leave transport out, or give the client the address that the api fixture names`,
      )
    },
    leave() {},
    close: () => server.close(),
  }
}
