import { apiKeysMutants } from './mutants/access.ts'
import { apiKeyMutants } from './mutants/api-key.ts'
import { identifiersMutants } from './mutants/identifiers.ts'
import { paginationMutants } from './mutants/pagination.ts'
import { revisionMutants } from './mutants/revision.ts'
import { serviceMutants } from './mutants/service.ts'
import { userMutants } from './mutants/user.ts'
import { usersMutants } from './mutants/users.ts'
import type { Mutant, MutantRow } from './mutation.ts'

/** How each clause of the service can be broken, by its id. */
export const mutantRows: Readonly<Record<string, MutantRow>> = {
  ...serviceMutants,
  ...identifiersMutants,
  ...userMutants,
  ...apiKeyMutants,
  ...revisionMutants,
  ...paginationMutants,
  ...usersMutants,
  ...apiKeysMutants,
}

export interface NamedMutant extends Mutant {
  /** `<clause>`, and `<clause>/2` for its second mutant. */
  readonly id: string
  readonly clause: string
}

/** Every mutant, in the order of the tables. */
export const mutants: readonly NamedMutant[] = Object.entries(mutantRows).flatMap(([clause, row]) =>
  'none' in row ? [] : row.map((mutant, n) => ({ ...mutant, clause, id: n === 0 ? clause : `${clause}/${n + 1}` })),
)
