import { mutants, type NamedMutant } from '../../contract/mutants.ts'

interface Named {
  readonly id: string
  readonly clause: string
}

/** The mutants of clauses, of groups of clauses (`pagination`, `users.get`), or single ones by id; all, where nothing is named. */
export function chosenOf<M extends Named>(all: readonly M[], only: readonly string[] | undefined): readonly M[] {
  if (only === undefined) return all
  return all.filter(({ id, clause }) =>
    only.some((word) => id === word || clause === word || clause.startsWith(`${word}.`)),
  )
}

/** Those of the service. */
export function chosenMutants(only: readonly string[] | undefined): readonly NamedMutant[] {
  return chosenOf(mutants, only)
}
