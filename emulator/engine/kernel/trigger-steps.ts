import { failedDelivery } from '../faults/registry.ts'
import type { Exchange } from './exchange.ts'

/** Lets triggers act before the request is done. A request that they refuse is not done. */
export function actBefore(exchange: Exchange): void {
  exchange.host.interceptor!.before(exchange)
}

/** Lets triggers act after the request was done. Their refusal replaces the answer. */
export function actAfter(exchange: Exchange): void {
  try {
    exchange.host.interceptor!.after(exchange)
  } catch (thrown) {
    exchange.refuse(thrown)
  }
}

/** Takes back the citations of an answer that its faults lose on its way. */
export function clearUndelivered(exchange: Exchange): void {
  if (failedDelivery(exchange.triggered?.faults) !== undefined) exchange.clearCitations()
}

/** Hands faults to the transport. */
export function addFaults(exchange: Exchange): void {
  const { triggered, response } = exchange
  if (triggered !== undefined && triggered.faults.length > 0)
    exchange.response = { ...response!, faults: triggered.faults }
}
