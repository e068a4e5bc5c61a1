import { sections } from './clauses.ts'
import type { Mutant } from './mutation.ts'

export interface NamedMutant extends Mutant {
  /** `<clause>`, and `<clause>/2` for its second mutant. */
  readonly id: string
  readonly clause: string
}

/** All mutants of the service, in the order of the specification. */
export const mutants: readonly NamedMutant[] = sections.flatMap(({ rows }) =>
  Object.entries(rows).flatMap(([clause, row]) => (typeof row === 'string' ? [] : named(clause, row.broken ?? []))),
)

function named(clause: string, broken: readonly Mutant[]): NamedMutant[] {
  return broken.map((mutant, n) => ({ ...mutant, clause, id: n === 0 ? clause : `${clause}/${n + 1}` }))
}
