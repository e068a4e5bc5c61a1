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
export function refuseAgain({ altered }: Exchange): void {
  if (altered?.redo?.failure !== undefined) throw altered.redo.failure
}
