import type { Emulator } from '../../host/emulator.ts'
import { instanceOf } from '../../host/instance-of.ts'
import { keyFor } from '../engine/base-emulator.ts'
import { now } from '../engine/real-time.ts'
import { addressVariables, fillAddresses } from '../subjects/addresses.ts'
import { limitFor } from '../engine/limit-for.ts'
import { openTestRuns } from '../subjects/open-test-runs.ts'
import { listTexts } from '../subjects/test-runs.ts'
import type { ClientProgram, Surroundings } from '../subjects/with-program.ts'
import type { ShrinkReport } from './report.ts'
import { shrinkFailing, type Start } from './shrink-failing.ts'
import { FIRST_MS } from './shrink-suite.ts'
import type { TriesOptions } from './tries.ts'

/** Name of the world that each run asks, so that all have one address. */
const WORLD = 'shrink'

interface ServedSuite extends Pick<ClientProgram, 'program' | 'key'> {
  /** Real milliseconds of each run; undefined: five times the first run, at least 10 s. */
  readonly timeLimit: number | undefined
}

/** Makes the world of a server smaller that tests ask. */
export async function shrinkServedSuite(
  { program, key, timeLimit }: ServedSuite,
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
  let limitMs = timeLimit
  const run = async (emulator: Emulator) => {
    const world = instanceOf(emulator).fork({ from: 'start' }, site)
    site.add(world, { name: WORLD })
    const began = now()
    try {
      return listTexts(await tests.run({}, limitMs ?? FIRST_MS))
    } finally {
      limitMs ??= limitFor(now() - began)
      hasAsked ||= world.journal?.length !== 0
      site.delete(WORLD)
    }
  }
  const failing = { name: program.join(' '), addressFrom: 'SVC_API_URL', hasAsked: () => hasAsked, run }
  try {
    return await shrinkFailing(failing, start, options)
  } finally {
    await tests.close()
    await server.close()
  }
}
