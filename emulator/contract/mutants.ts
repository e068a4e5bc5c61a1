import { clauseIndex } from './clause-index.evaluated.ts'
import type { Mutant } from './mutation.ts'

export interface NamedMutant extends Mutant {
  /** `<clause>`, and `<clause>/2` for its second mutant. */
  readonly id: string
  readonly clause: string
}

/** All mutants of the service, in the order of the specification. */
export const mutants: readonly NamedMutant[] = clauseIndex.flatMap(({ id, broken }) => named(id, broken))

function named(clause: string, broken: readonly Mutant[]): NamedMutant[] {
  return broken.map((mutant, n) => ({ ...mutant, clause, id: n === 0 ? clause : `${clause}/${n + 1}` }))
}
