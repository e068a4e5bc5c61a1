import type { Exchange } from './exchange.ts'
import type { Host } from './host.ts'
import type { Respond } from './steps.ts'

/** Answers a request, then lets the breaker replace the answer. */
export function breakOnPurpose(host: Host, respond: Respond): Exchange {
  const before = host.world.snapshot()
  const first = respond()
  const exchange = host.breaker(first, { before, again: respond })
  if (exchange.traced !== undefined) exchange.traced = { ...exchange.traced, before: first.traced!.before }
  return exchange
}

/** Replaces the caller of a request that is done again for another one. */
export function replaceCaller(exchange: Exchange): void {
  const caller = exchange.broken?.redo?.caller
  if (caller !== undefined) exchange.identified = caller
}

/** Refuses a request that is done again as a refusal. */
export function refuseAgain({ broken }: Exchange): void {
  if (broken?.redo?.failure !== undefined) throw broken.redo.failure
}
