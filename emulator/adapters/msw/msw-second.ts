/** Two emulators at one host of one msw server: the first handlers that fit answer everything, and msw tells nobody of the others. */
import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { instanceOf } from '../../host/instance-of.ts'
import type { Emulator } from '../../host/emulator.ts'
import { hostPattern, type Place } from './msw-place.ts'

/** The last handlers that were made for some hosts. */
interface Given {
  readonly emulator: Emulator
  /** Made in this moment, as those of one call of `setupServer` are. */
  justNow: boolean
  /** Whether a request reached them, or a warning said that none did. */
  settled: boolean
}

const lastGiven = new Map<string, Given>()

/**
 * Notes that handlers are made; the result is to be called with each request that they answer. Throws `EmulatorError` where another
 * emulator is given the same hosts in the same moment. Later it may take the place of the other, as in tests: a warning comes where requests
 * go on to reach the other.
 */
export function noteHandlers(call: string, emulator: Emulator, place: Place): () => void {
  const hosts = hostPattern(place, 'rest')
  const last = lastGiven.get(hosts)
  if (last !== undefined && last.justNow && last.emulator !== emulator) {
    throw new EmulatorError(
      `${call}: another emulator has just been given '${place.rest.text}' or its host; in one msw server the first of them would answer everything. Use one emulator, or a host for each`,
    )
  }
  const given: Given = { emulator, justNow: true, settled: false }
  lastGiven.set(hosts, given)
  queueMicrotask(() => {
    given.justNow = false
  })
  return () => {
    const latest = lastGiven.get(hosts)!
    if (latest === given || latest.settled) {
      given.settled = true
      return
    }
    latest.settled = true
    if (latest.emulator !== emulator) instanceOf(emulator).host.warn(unasked(call, place))
  }
}

function unasked(call: string, place: Place): string {
  return `${call}: a request to '${place.rest.text}' reached one emulator, and handlers of another that were made later for its host were never asked. In one msw server the first handlers answer everything: use one emulator, a host for each, or server.use(…) for the later ones.`
}
