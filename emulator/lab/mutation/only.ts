import { mutants, type NamedMutant } from '../../contract/mutants.ts'

/** Mutants of clauses, of groups of clauses (`pagination`, `users.get`), or single ones by id; all, where nothing is named. */
export function chosenMutants(only: readonly string[] | undefined): readonly NamedMutant[] {
  if (only === undefined) return mutants
  return mutants.filter(({ id, clause }) =>
    only.some((word) => id === word || clause === word || clause.startsWith(`${word}.`)),
  )
}
