import type { Fault } from '../faults/registry.ts'

/** What a journal tells of how a call went. */
interface Call {
  readonly error: string | null
  readonly response: { readonly status: number; readonly faults?: readonly Fault[] } | null
}

/** Faults after which a caller has no answer that it can use. */
const spoiling = ['drop', 'reset', 'abort', 'lose_response', 'truncate', 'empty', 'malformed', 'fail', 'delay', 'stall'] as const

/** Whether the caller saw this call fail: refused, or lost on its way. */
export function hasFailed({ error, response }: Call): boolean {
  return error !== null || response === null || response.status >= 400 || (response.faults ?? []).some((fault) => spoiling.some((name) => name in fault))
}
