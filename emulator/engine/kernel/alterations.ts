import { ApiError } from '../../contract/api-error.ts'
import type { Exchange } from './exchange.ts'
import type { Host, Respond } from './host.ts'

/** Answers a request by the variants in force. */
export const alter = (host: Host, respond: Respond): Exchange => host.alter(host.world, respond)

/** Replaces the caller of a request that is done again for another one. */
export function replaceCaller(exchange: Exchange): void {
  const caller = exchange.altered?.redo?.caller
  if (caller !== undefined) exchange.identified = caller
}

/** Repeats a request and refuses it. */
export function refuseAgain(exchange: Exchange): void {
  const failure = exchange.altered?.redo?.failure
  if (failure === undefined) return
  // The credentials hold, whatever the request is refused for.
  if (failure.status !== 401 && !(exchange.identified instanceof ApiError)) exchange.keepCitations()
  throw failure
}
