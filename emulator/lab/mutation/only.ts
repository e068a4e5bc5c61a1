import { mutants, type NamedMutant } from '../../contract/mutants.ts'

/** Mutants by id, by clause, or by group of clauses (`pagination`, `users.get`); all mutants without names. */
export function chosenMutants(only: readonly string[] | undefined): readonly NamedMutant[] {
  if (only === undefined) return mutants
  return mutants.filter(({ id, clause }) =>
    only.some((word) => id === word || clause === word || clause.startsWith(`${word}.`)),
  )
}
