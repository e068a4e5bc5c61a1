import { alternatives, mutants, type StatementVariant } from '../../contract/variants.ts'
import { type Variant, vary } from '../engine/variant.ts'
import { inOrderOfWeight } from '../mutation/report.ts'

/** A world with a broken sentence, or one that follows an alternative. */
export interface LeanVariant extends Variant {
  readonly change: StatementVariant
}

/** All ways in which statements can change, the most telling first. */
export function listChanges(isWanted: (statement: string) => boolean): LeanVariant[] {
  return [...inOrderOfWeight(mutants), ...alternatives]
    .filter(({ statement }) => isWanted(statement))
    .map((change) => ({ ...vary(change), change }))
}
