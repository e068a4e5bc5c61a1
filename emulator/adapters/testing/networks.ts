import { beforeAll } from 'vitest'
import type { Emulator } from '../../index.ts'
import type { Api, Network } from './network.ts'

export type Transport = 'msw' | 'server'
export type OpenNetwork = (
  emulator: Emulator,
  transport: Transport | undefined,
  apiUrl: string | undefined,
) => Promise<{ api: Api; network: Network }>

// Networks are shared by all extended tests, even though vitest gives each its own fixtures for a worker: two
// interceptions in one process would conflict.
const started = new Map<string, Promise<Network>>()
let holders = 0

/** Starts a network on first use: tests over a server do not need msw. */
export const open: OpenNetwork = async (emulator, chosen, apiUrl) => {
  const transport = chosen ?? (apiUrl === undefined ? 'server' : 'msw')
  if (!started.has(transport)) started.set(transport, start(transport))
  const network = await started.get(transport)!
  return { api: network.open(emulator, apiUrl), network }
}

/** Keeps the networks open until the last holder is done. */
export async function holdNetworks(use: () => Promise<void>): Promise<void> {
  holders++
  await use()
  if (--holders > 0) return
  const networks = [...started.values()]
  started.clear()
  // A network that failed to start was reported by its test.
  for (const network of await Promise.allSettled(networks))
    if (network.status === 'fulfilled') await network.value.close()
}

async function start(transport: Transport): Promise<Network> {
  if (transport === 'msw') return (await mswNetworks()).mswNetwork()
  if (transport === 'server') return (await import('./server-network.ts')).serverNetwork()
  throw new TypeError(`transport: expected 'msw' or 'server', got '${String(transport)}'`)
}

function mswNetworks(): Promise<typeof import('./msw-network.ts')> {
  return import('./msw-network.ts').catch((cause: unknown) => {
    throw new Error(
      "this test needs the package msw, which could not be loaded: install msw (npm install --save-dev msw), or choose transport: 'server' and no apiUrl",
      { cause },
    )
  })
}

/**
 * Loads msw before the tests of this file if these choices need it: on a busy machine that takes longer than a test
 * may.
 */
export function loadFor(choices: readonly unknown[]): void {
  const [first, second] = choices
  const { transport, apiUrl } = (typeof first === 'string' ? { [first]: second } : (first ?? {})) as Record<
    string,
    unknown
  >
  if (chosenValue(transport) !== 'msw' && chosenValue(apiUrl) === undefined) return
  const loaded = mswNetworks()
  // A missing package is reported by the test that needs it.
  beforeAll(() =>
    loaded.then(
      () => {},
      () => {},
    ),
  )
}

/** Value of a choice, which may come with options of its fixture: `[value, { scope }]`. */
function chosenValue(choice: unknown): unknown {
  return Array.isArray(choice) ? choice[0] : choice
}
