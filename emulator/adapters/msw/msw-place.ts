import { aBoolean, checkOptions, type OptionKind, type OptionKinds } from '../../engine/checking/options.ts'
import { requireEmulator } from '../../host/emulator-options.ts'
import type { Emulator } from '../../host/emulator.ts'
import { ApiAddress, REST_SCHEMES, SOCKET_SCHEMES } from '../api-address.ts'

export interface PlaceOptions {
  /**
   * Where the client under test expects the REST API: a URL, a path of its page (`/api/v1`), or a pattern with `*` as a
   * wildcard. Default `http://127.0.0.1:4010/v1`.
   */
  readonly baseUrl?: string
  /**
   * Where the client expects the realtime API; false for handlers without sockets. Default: the base URL with `ws` and
   * `/realtime`.
   */
  readonly realtimeUrl?: string | false
}

export interface HandlerOptions extends PlaceOptions {
  /**
   * Leaves requests that match no endpoint, and those to other APIs, to later handlers, and then to
   * `onUnhandledRequest`. Default: every request to the hosts of both URLs is answered here, so that none reaches the
   * network.
   */
  readonly fallthrough?: boolean
}

export const placeOptions: OptionKinds<PlaceOptions> = {
  baseUrl: anAddress('http', 'https'),
  realtimeUrl: orFalse(anAddress('ws', 'wss')),
}
const handlerOptions: OptionKinds<HandlerOptions> = { ...placeOptions, fallthrough: aBoolean }

/** Addresses at which an emulator is reached through msw. */
export interface MswPlace {
  readonly rest: ApiAddress
  readonly realtime: ApiAddress | undefined
}

/** Throws `EmulatorError` for wrong arguments of `call`. */
export function checkCall(
  call: string,
  emulator: Emulator,
  options: HandlerOptions,
  kinds: object = handlerOptions,
): void {
  requireEmulator(call, emulator)
  checkOptions(call, options, kinds as OptionKinds<HandlerOptions>)
}

export function parsePlace({ baseUrl = 'http://127.0.0.1:4010/v1', realtimeUrl }: PlaceOptions): MswPlace {
  const rest = new ApiAddress(baseUrl, REST_SCHEMES)
  if (realtimeUrl === false) return { rest, realtime: undefined }
  return {
    rest,
    realtime: new ApiAddress(realtimeUrl ?? `${rest.text.replace(/^http/, 'ws')}/realtime`, SOCKET_SCHEMES),
  }
}

/**
 * Source of a regular expression for the hosts of both addresses, over HTTP or sockets. An address without a host
 * stands for itself.
 */
export function hostPattern(place: MswPlace, kind: 'rest' | 'realtime'): string {
  const scheme = kind === 'rest' ? REST_SCHEMES : SOCKET_SCHEMES
  const hosts = [place.rest.host, place.realtime?.host].map((source) => source?.replace(/^\w+\?/, scheme))
  const own = place[kind]?.host === undefined ? place[kind]?.own : undefined
  return [...new Set([...hosts, own].filter((source) => source !== undefined))].join('|')
}

function anAddress(...schemes: readonly string[]): OptionKind {
  const [first, second] = schemes
  return {
    expected: `a URL that starts with '${first}://' or '${second}://', a path ('/api/v1') or a pattern ('*/v1'), without a query`,
    fits: (value) =>
      typeof value === 'string' && !/[?#\s]/.test(value) && (/^(?:\/(?!\/)|\*)/.test(value) || isUrl(value, schemes)),
  }
}

function isUrl(text: string, schemes: readonly string[]): boolean {
  const [, scheme = '', host = ''] = /^(\w+):\/\/([^/@]+)(?:\/|$)/.exec(text) ?? []
  return schemes.includes(scheme) && (text.includes('*') ? host !== '' : URL.canParse(text))
}

function orFalse(kind: OptionKind): OptionKind {
  return { expected: `${kind.expected}; or false`, fits: (value) => value === false || kind.fits(value) }
}
