import type { Emulator } from '../../host/emulator.ts'
import { instanceOf } from '../../host/instance-of.ts'
import { keyFor } from '../engine/base-emulator.ts'
import type { Subject } from '../engine/subject.ts'
import { addressVariables, fillAddresses } from '../subjects/addresses.ts'
import { openTestRuns } from '../subjects/open-test-runs.ts'
import { readSeen } from '../subjects/test-runs.ts'
import type { ClientProgram, Surroundings } from '../subjects/with-program.ts'
import { testLimits } from './failure.ts'
import type { ShrinkReport } from './report.ts'
import { shrinkFailing, type Start } from './shrink-failing.ts'
import type { TriesOptions } from './tries.ts'

/** Name of the world that each run asks, so that all have one address. */
const WORLD = 'shrink'

/** Makes the world of a server smaller that tests ask. */
export async function shrinkServedSuite(
  { program, key }: Pick<ClientProgram, 'program' | 'key'>,
  { base, start }: { readonly base: Emulator; readonly start: Start },
  { env, serve, stop = new AbortController().signal }: Surroundings,
  options: TriesOptions,
): Promise<ShrinkReport> {
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
  const run: Subject['run'] = async (overlay, { timeMs }) => {
    const world = instanceOf(overlay.start!.open()).fork({ from: 'start' }, site)
    site.add(world, { name: WORLD })
    try {
      const seen = readSeen(await tests.run({}, timeMs))
      hasAsked ||= world.journal?.length !== 0
      return { ...seen, ...(!hasAsked && { calls: [] }) }
    } finally {
      site.delete(WORLD)
    }
  }
  try {
    return await shrinkFailing({ name: program.join(' '), run }, start, { ...testLimits, ...options })
  } finally {
    await tests.close()
    await server.close()
  }
}
