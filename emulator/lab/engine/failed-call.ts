import { failedDelivery, type Fault } from '../../engine/faults/registry.ts'

/** Fields of a journal entry that tell how a call ended. */
interface Call {
  readonly error: string | null
  readonly delivery?: string
  readonly response: { readonly status: number; readonly faults?: readonly Fault[] | undefined } | null
}

/**
 * True if the caller saw this call fail: it was refused or lost, or its answer was held back and may have come too
 * late.
 */
export function hasFailed({ error, response, delivery }: Call): boolean {
  return (
    error !== null ||
    delivery !== undefined ||
    response === null ||
    response.status >= 400 ||
    failedDelivery(response.faults) !== undefined ||
    (response.faults ?? []).some((fault) => 'fail' in fault || 'delay' in fault)
  )
}
