/**
 * Detects two emulators on one host of one msw server: the first handlers that match answer everything, and msw reports
 * nothing.
 */
import { instanceOf } from '../../host/instance-of.ts'
import type { Emulator } from '../../host/emulator.ts'
import { hostPattern, type Place } from './msw-place.ts'

/** The last handlers made for some hosts. */
interface Given {
  readonly emulator: Emulator
  /** True once a request reached them, or a warning said that none did. */
  resolved: boolean
}

const lastGiven = new Map<string, Given>()

/**
 * Registers new handlers; the result is called with each request that they answer. Later handlers may replace earlier
 * ones, or stand beside them in another boundary, as tests do: a warning is given if a second request reaches the
 * earlier emulator, and none the later.
 */
export function noteHandlers(call: string, emulator: Emulator, place: Place): () => void {
  const hosts = hostPattern(place, 'rest')
  const given: Given = { emulator, resolved: false }
  lastGiven.set(hosts, given)
  let preferredTo: Given | undefined
  return () => {
    const latest = lastGiven.get(hosts)!
    if (latest.emulator === emulator) latest.resolved = true
    if (latest.resolved) return
    latest.resolved = preferredTo === latest
    preferredTo = latest
    if (latest.resolved) instanceOf(emulator).host.warn(unasked(call, place))
  }
}

function unasked(call: string, place: Place): string {
  return `${call}: requests to '${place.rest.text}' reached one emulator, and handlers of another that were made later for its host were never asked. In one msw server the first handlers answer everything: use one emulator, a host for each, or server.use(…) for the later ones.`
}
