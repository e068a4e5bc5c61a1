/**
 * Detects two emulators on one host of one msw server: the first handlers that match answer everything, and msw reports
 * nothing.
 */
import type { Emulator } from '../../host/emulator.ts'
import { hostPattern, type Place } from './msw-place.ts'

/** The last handlers made for some hosts. */
interface Given {
  readonly emulator: Emulator
  isAsked: boolean
}

const lastGiven = new Map<string, Given>()

/**
 * Registers new handlers; the result is called with each request that they answer, and gives an error for a request that
 * two emulators could answer. Later handlers may replace earlier ones, or stand beside them in another boundary, as
 * tests do: from the second request on that reaches the earlier emulator while none reached the later, requests are
 * refused.
 */
export function noteHandlers(call: string, emulator: Emulator, place: Place): () => Error | undefined {
  const hosts = hostPattern(place, 'rest')
  lastGiven.set(hosts, { emulator, isAsked: false })
  let preferredTo: Given | undefined
  return () => {
    const latest = lastGiven.get(hosts)!
    if (latest.emulator === emulator) latest.isAsked = true
    if (latest.isAsked) return undefined
    if (preferredTo === latest) return new Error(unasked(call, place))
    preferredTo = latest
    return undefined
  }
}

function unasked(call: string, place: Place): string {
  return `${call}: two emulators answer at this URL: use one, or a host for each. Requests to '${place.rest.text}' reach one emulator, and handlers of another that were made later for its host were never asked: in one msw server the first handlers answer everything. Make handlers that replace others when server.use(…) takes them.`
}
