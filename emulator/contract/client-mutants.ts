import type { ClientMutant, ClientMutantRows } from './client-mutation.ts'
import { clientLoginMutants } from './client-mutants/login.ts'
import { clientLoginRulesMutants } from './client-mutants/login-rules.ts'
import { clientLogoutMutants } from './client-mutants/logout.ts'
import { clientProfileMutants } from './client-mutants/profile.ts'
import { clientStoreMutants } from './client-mutants/store.ts'
import { clientVersioningMutants } from './client-mutants/versioning.ts'
import { clientWhoamiMutants } from './client-mutants/whoami.ts'

/** How each clause of the client can be broken, by its id. */
export const clientMutantRows: ClientMutantRows = {
  ...clientStoreMutants,
  ...clientLoginMutants,
  ...clientLoginRulesMutants,
  ...clientLogoutMutants,
  ...clientWhoamiMutants,
  ...clientProfileMutants,
  ...clientVersioningMutants,
}

export interface NamedClientMutant extends ClientMutant {
  /** `<clause>`, and `<clause>/2` for its second mutant. */
  readonly id: string
  readonly clause: string
}

/** Every mutant of the client, in the order of the tables. */
export const clientMutants: readonly NamedClientMutant[] = Object.entries(clientMutantRows).flatMap(([clause, row]) =>
  'none' in row ? [] : row.map((each, n) => ({ ...each, clause, id: n === 0 ? clause : `${clause}/${n + 1}` })),
)
