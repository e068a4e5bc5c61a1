import type { AssumptionId } from '../../contract/assumption-titles.ts'

/** An assumption that was looked at on a running service. */
export interface ObservedAssumption {
  /** Date of the newest observation, `2026-11-23`. */
  readonly on: string
  /** Known differences: what the service does otherwise, and no setting makes the emulator do. */
  readonly differs: readonly string[]
}

/** Assumptions that were settled by observation; the others are assumed. */
export type ObservedAssumptions = ReadonlyMap<AssumptionId, ObservedAssumption>

/** `observed on 2026-11-23`, with the known differences; undefined for what is assumed. */
export function observedText(observed: ObservedAssumptions, id: AssumptionId): string | undefined {
  const { on, differs } = observed.get(id) ?? {}
  if (on === undefined) return undefined
  return differs === undefined || differs.length === 0
    ? `observed on ${on}`
    : `observed on ${on} to differ: ${differs.join('; ')}`
}

export const nothingObserved: ObservedAssumptions = new Map()
