import type { Alternative } from './assume.ts'
import { assumptionIds, indexedAlternatives } from './assumption-ids.ts'
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

/** Alternative with its id, `A-38/1`, and that of its assumption. */
export interface NamedAlternative extends Alternative {
  readonly id: string
  readonly assumption: AssumptionId
}

/** All alternatives, in the order of the assumptions. */
export const alternatives: readonly NamedAlternative[] = indexedAlternatives.map((each) => {
  const { asks } = assumptionRows[each.assumption].otherwise[Number(each.id.split('/')[1]) - 1]!
  return { ...each, asks }
})

/** All decisions where the specification is silent, in order. */
export const assumptions: readonly AssumptionRow[] = assumptionIds.map((id) => {
  const { title, says, was = [], unobservable } = assumptionRows[id]
  const otherwise = alternatives
    .filter(({ assumption }) => assumption === id)
    .map(({ id: alternative, says: other, asks }) => ({ id: alternative, says: other, asks }))
  return { id, title, says, was, otherwise, ...(unobservable !== undefined && { unobservable }) }
})

/** The assumptions as statements, for comparisons of two contracts. */
export const statedAssumptions: readonly StatedRow[] = assumptions.map(({ id, says, was }) => ({
  id,
  statement: says,
  ...(was.length > 0 && { was }),
}))
