import type { Exchange } from './exchange.ts'

/** Lets triggers act before the request is done. What they refuse is not done. */
export function actBefore(exchange: Exchange): void {
  exchange.host.interceptor!.before(exchange)
}

/** Lets triggers act after the request was done. What they refuse takes the place of the answer. */
export function actAfter(exchange: Exchange): void {
  try {
    exchange.host.interceptor!.after(exchange)
  } catch (thrown) {
    exchange.refuse(thrown)
  }
}

/** Hands faults to the transport. */
export function addFaults(exchange: Exchange): void {
  const { faults, response } = exchange
  if (faults !== undefined) exchange.response = { ...response!, faults }
}
