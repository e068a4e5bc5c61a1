/** Answers requests that would otherwise leave for the network. */
import type { WebSocketHandlerConnection } from 'msw'
import { answerBeside } from '../../host/beside.ts'
import { escapedAnswer, recordEscape, type Escape } from '../../host/escape.ts'
import { plainResponse, toResponse, toWireRequest } from '../../host/fetch.ts'
import { instanceOf } from '../../host/instance-of.ts'
import type { Emulator } from '../../host/emulator.ts'
import type { MswPlace } from './msw-place.ts'
import { forPages } from '../page-headers.ts'

/** Policy violation: the only close code allowed to pages that tells whose mistake it is. */
const POLICY_VIOLATION = 1008

/** Answers a request that is not for the API by the hook `beside` of the emulator, or refuses and records it. */
export async function answerOutside(
  place: MswPlace,
  emulator: Emulator | undefined,
  request: Request,
): Promise<Response> {
  const host = emulator && instanceOf(emulator).host
  if (host?.beside === undefined) return refuseRequest(place, emulator, request)
  const answer = await answerBeside(host, await toWireRequest(request.clone()))
  return answer === undefined ? refuseRequest(place, emulator, request) : forPages(await toResponse(answer, request))
}

/** Refuses a request that is not for the API, and records it if there is an emulator. */
export function refuseRequest(place: MswPlace, emulator: Emulator | undefined, request: Request): Response {
  const escape = {
    via: 'http',
    method: request.method,
    url: request.url,
    headers: [...request.headers].flat(),
  } as const
  return forPages(plainResponse(refuse(place, emulator, escape), request.method))
}

export function refuseSocket(
  place: MswPlace,
  emulator: Emulator | undefined,
  client: WebSocketHandlerConnection['client'],
): void {
  refuse(place, emulator, { via: 'socket', method: 'GET', url: client.url.href, headers: [] })
  queueMicrotask(() => client.close(POLICY_VIOLATION, 'escaped: not the realtime URL of the emulator'))
}

function refuse(place: MswPlace, emulator: Emulator | undefined, escape: Escape) {
  if (emulator === undefined)
    return escapedAnswer(`${formatEscape(escape)} came while no test was running at this address.`)
  const message = explainEscape(place, escape)
  instanceOf(emulator).host.warn(message)
  return recordEscape(instanceOf(emulator), escape, message)
}

function formatEscape({ via, method, url }: Escape): string {
  const shown = url.replace(/[?#].*$/s, '')
  return via === 'socket' ? `A socket to ${shown}` : `${method} ${shown}`
}

/**
 * True if a URL has the `/v1` that an address without a version lacks. Below an address with a version the emulator
 * refuses another one as a server does.
 */
export function lacksVersion({ rest }: MswPlace, url: string): boolean {
  return !/\/v\d+\w*$/.test(rest.text) && rest.below(url)?.startsWith('/v1/') === true
}

function explainEscape(place: MswPlace, escape: Escape): string {
  const { rest, realtime } = place
  const where =
    escape.via === 'http'
      ? `REST at ${rest.text}/`
      : realtime === undefined
        ? 'no sockets'
        : `sockets at ${realtime.text}`
  const advice = lacksVersion(place, escape.url)
    ? `The base URL lacks the version: use '${rest.text}/v1'.`
    : 'Correct the URL that the client uses, or the one that the emulator is given.'
  return `${formatEscape(escape)} missed the emulator, which answers ${where}: without the mock it would have left for the network with its credentials. ${advice}`
}
