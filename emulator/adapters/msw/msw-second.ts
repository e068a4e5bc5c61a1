/**
 * Detects two emulators on one host of one msw server: the first handlers that match answer everything, and msw reports
 * nothing.
 */
import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { instanceOf } from '../../host/instance-of.ts'
import type { Emulator } from '../../host/emulator.ts'
import { hostPattern, type Place } from './msw-place.ts'

/** The last handlers made for some hosts. */
interface Given {
  readonly emulator: Emulator
  /** Made in this turn of the event loop, like all handlers of one call of `setupServer`. */
  inThisTurn: boolean
  /** True once a request reached them, or a warning said that none did. */
  resolved: boolean
}

const lastGiven = new Map<string, Given>()

/**
 * Registers new handlers; the result is called with each request that they answer. Throws `EmulatorError` if another
 * emulator gets the same hosts in the same turn. Later handlers may replace earlier ones, as tests do: a warning is
 * given if requests still reach the earlier emulator.
 */
export function noteHandlers(call: string, emulator: Emulator, place: Place): () => void {
  const hosts = hostPattern(place, 'rest')
  const last = lastGiven.get(hosts)
  if (last !== undefined && last.inThisTurn && last.emulator !== emulator) {
    throw new EmulatorError(
      `${call}: another emulator has just been given '${place.rest.text}' or its host; in one msw server the first of them would answer everything. Use one emulator, or a host for each`,
    )
  }
  const given: Given = { emulator, inThisTurn: true, resolved: false }
  lastGiven.set(hosts, given)
  queueMicrotask(() => {
    given.inThisTurn = false
  })
  return () => {
    const latest = lastGiven.get(hosts)!
    if (latest === given || latest.resolved) {
      given.resolved = true
      return
    }
    latest.resolved = true
    if (latest.emulator !== emulator) instanceOf(emulator).host.warn(unasked(call, place))
  }
}

function unasked(call: string, place: Place): string {
  return `${call}: a request to '${place.rest.text}' reached one emulator, and handlers of another that were made later for its host were never asked. In one msw server the first handlers answer everything: use one emulator, a host for each, or server.use(…) for the later ones.`
}
