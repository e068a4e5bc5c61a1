import { failedDelivery, type Fault } from '../../engine/faults/registry.ts'

/** What a journal tells of how a call went. */
interface Call {
  readonly error: string | null
  readonly response: { readonly status: number; readonly faults?: readonly Fault[] } | null
}

/** Whether the caller saw this call fail: refused, or lost on its way. An answer that is held back may come after nobody waits for it any more. */
export function hasFailed({ error, response }: Call): boolean {
  return (
    error !== null ||
    response === null ||
    response.status >= 400 ||
    failedDelivery(response.faults) !== undefined ||
    (response.faults ?? []).some((fault) => 'fail' in fault || 'delay' in fault)
  )
}
