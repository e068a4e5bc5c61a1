import type { AssumptionId } from '../../contract/assumptions.ts'

/** An assumption that was compared with a running service. */
export interface ObservedAssumption {
  /** Date of the newest observation, `2026-11-23`. */
  readonly on: string
  /** Known differences: behaviour of the service that no setting reproduces. */
  readonly differs: readonly string[]
}

/** Assumptions that were settled by observation; the others are assumed. */
export type ObservedAssumptions = ReadonlyMap<AssumptionId, ObservedAssumption>

/**
 * Formats an observation: `observed on 2026-11-23`, with the known differences; undefined for an assumption without
 * one.
 */
export function observedText(observed: ObservedAssumptions, id: AssumptionId): string | undefined {
  const { on, differs } = observed.get(id) ?? {}
  if (on === undefined) return undefined
  return differs === undefined || differs.length === 0
    ? `observed on ${on}`
    : `observed on ${on} to differ: ${differs.join('; ')}`
}

export const nothingObserved: ObservedAssumptions = new Map()
