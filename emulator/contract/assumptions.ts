import { assumptionIds } from './assumption-ids.ts'
import { assumptionRows, type AssumptionId } from './assumption-rows.ts'
import type { StatedRow } from './changes.ts'

export {
  assumptionIds,
  assumptionTitle,
  findCurrentAssumption,
  isAssumptionId,
  knownAssumptionIds,
  retiredAssumptions,
} from './assumption-ids.ts'
export type { AssumptionId } from './assumption-rows.ts'

/** A decision where the specification is silent, as reports and documents show it. */
export interface AssumptionRow {
  readonly id: AssumptionId
  readonly title: string
  /** The whole decision, in full sentences. */
  readonly says: string
  /** Ids of assumptions that became part of this one. */
  readonly was: readonly string[]
  /** How else a service could have decided, each with the question to its owners. */
  readonly otherwise: readonly { readonly id: string; readonly says: string; readonly asks: string }[]
  /** Reason for having no alternative. */
  readonly unobservable?: string
}

/** All decisions where the specification is silent, in order. */
export const assumptions: readonly AssumptionRow[] = assumptionIds.map((id) => {
  const { title, says, was = [], otherwise: others, unobservable } = assumptionRows[id]
  const otherwise = others.flatMap((each, n) =>
    'movedTo' in each ? [] : [{ id: `${id}/${n + 1}`, says: each.says, asks: each.asks }],
  )
  return { id, title, says, was, otherwise, ...(unobservable !== undefined && { unobservable }) }
})

/** The assumptions as statements, for comparisons of two contracts. */
export const statedAssumptions: readonly StatedRow[] = assumptions.map(({ id, says, was }) => ({
  id,
  statement: says,
  ...(was.length > 0 && { was }),
}))
