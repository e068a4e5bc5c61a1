import { ApiError } from '../../../contract/api-error.ts'
import type { SocketOpening } from '../../world/settings.ts'
import type { Host } from '../host.ts'
import { refuseAtOnce } from '../rest/refuse-page.ts'
import type { WireRequest, WireResponse } from '../wire.ts'

const badGateway: WireResponse = {
  status: 502,
  headers: ['content-type', 'text/html'],
  body: '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>',
}

/** Answers an upgrade whose opening is a refusal; undefined for any other. */
export function refuseOpening(host: Host, request: WireRequest, opening: SocketOpening): WireResponse | undefined {
  if (opening === 'bad_gateway') return badGateway
  if (opening !== 'unauthenticated') return undefined
  const failure = new ApiError('unauthenticated', 'Missing or invalid credentials.', { injected: true })
  return refuseAtOnce(host, request, failure)
}
