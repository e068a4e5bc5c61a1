import { ApiError } from '../../../contract/api-error.ts'
import { Exchange } from '../exchange.ts'
import type { Host } from '../host.ts'
import type { WireRequest, WireResponse } from '../wire.ts'
import { failureResponse } from './envelope.ts'

/** Refuses a page with 403 by a rule of this emulator, not of the service: no clause is exercised. Log and journal say `note`. */
export function refusePage(host: Host, request: WireRequest, message: string, note: string): WireResponse {
  const exchange = new Exchange(host, request, 'http')
  const failure = new ApiError('forbidden', message, { injected: true })
  exchange.refuse(failure)
  exchange.note(note)
  exchange.response = failureResponse(exchange, failure)
  exchange.conclude()
  host.journal?.record(exchange)
  return exchange.response
}
