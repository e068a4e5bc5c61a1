import { findVariant } from '../../contract/variants.ts'
import type { AcceptedNames } from '../engine/accepted.ts'
import { acceptedFindings } from '../explore/accepted.ts'

/** Findings accepted beforehand, by the question that finds them. */
export interface Accepted {
  readonly explore: readonly string[]
  readonly questions: readonly string[]
  readonly mutate: readonly string[]
}

/** Findings of a check, by the names that `explore`, `questions` and `mutate` give them. */
export const acceptedByQuestion: AcceptedNames = {
  ...acceptedFindings,
  check: (id) => (isAlternative(id) || isMutant(id) ? [] : acceptedFindings.check(id)),
}

/** Sorts accepted names by the question that finds them. */
export function sortAccepted(names: readonly string[]): Accepted {
  return {
    explore: names.filter((id) => !isAlternative(id) && !isMutant(id)),
    questions: names.filter(isAlternative),
    mutate: names.filter(isMutant),
  }
}

const isAlternative = (id: string): boolean => findVariant('otherwise', id) !== undefined
const isMutant = (id: string): boolean => findVariant('broken', id) !== undefined
