import { failedDelivery, faultKind, type Fault } from '../faults/registry.ts'
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

/** Faults that act on the delivery of an answer: those of triggers, and of the releases of a held request. */
export function findFaults({ triggered, wait }: Exchange): readonly Fault[] {
  const released = wait?.faults.filter((fault) => !('answer' in faultKind(fault))) ?? []
  return released.length === 0 ? (triggered?.faults ?? []) : [...(triggered?.faults ?? []), ...released]
}

/** Removes the citations of an answer that a fault keeps from the client. */
export function clearUndelivered(exchange: Exchange): void {
  if (failedDelivery(findFaults(exchange)) !== undefined) exchange.clearCitations()
}

/** Hands faults to the transport. */
export function addFaults(exchange: Exchange): void {
  const faults = findFaults(exchange)
  if (faults.length > 0) exchange.response = { ...exchange.response!, faults }
}
