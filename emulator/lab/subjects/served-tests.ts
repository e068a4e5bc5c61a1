import type { Emulator } from '../../host/emulator.ts'
import type { KeptExchange } from '../../engine/journal/entry.ts'
import { instanceOf } from '../../host/instance-of.ts'
import { keyFor } from '../engine/base-emulator.ts'
import { addressVariables, fillAddresses } from './addresses.ts'
import { openTestRuns } from './open-test-runs.ts'
import type { TestRun } from './test-runs.ts'
import type { ClientProgram, Surroundings } from './with-program.ts'

/** Name of the world that each run asks, so that all have one address. */
const WORLD = 'run'

/** One run, with the calls that its world answered. */
type ServedRun = TestRun & { readonly calls: readonly KeptExchange[] }

/** Tests that ask a server, whose world is another one in each run. */
export interface ServedTests {
  /** Runs in a copy of a world as it is now. */
  run(world: Emulator, timeMs: number): Promise<ServedRun>
  /** True once a run has asked its world, or begun others from it. */
  hasAsked(): boolean
  close(): Promise<void>
}

/** Serves an emulator for the runs of a command of tests. */
export async function openServedTests(
  base: Emulator,
  { program, key }: Pick<ClientProgram, 'program' | 'key'>,
  { env, serve, stop = new AbortController().signal }: Surroundings,
): Promise<ServedTests> {
  const server = await serve(base)
  const inWorld = (url: string): string => url.replace('/v1', `/w/${WORLD}/v1`)
  const [api_url, realtime_url] = [inWorld(server.url), inWorld(server.realtimeUrl)]
  const addresses = { api_url, realtime_url, api_key: keyFor(base, key) }
  const words = fillAddresses(program, addresses)
  const tests = await openTestRuns({ program: words, env: { ...env, ...addressVariables(addresses) }, stop }, () => {})
  const { site } = instanceOf(base)
  let hasAsked = false
  // Tests may begin worlds of their own from this one.
  site.added = (_, name) => (hasAsked ||= name !== WORLD)
  return {
    async run(emulator, timeMs) {
      const world = instanceOf(emulator).fork({}, site)
      site.add(world, { name: WORLD })
      try {
        const run = await tests.run({}, timeMs)
        const calls = [...world.journal!.raw()]
        hasAsked ||= calls.length > 0
        return { ...run, calls }
      } finally {
        site.delete(WORLD)
      }
    },
    hasAsked: () => hasAsked,
    async close() {
      await tests.close()
      await server.close()
    },
  }
}
