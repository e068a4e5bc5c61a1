import type { Terms } from '../../contract/terms.ts'
import type { ApiKey } from '../world/tables/api-keys.ts'
import type { Role } from '../world/tables/fields.ts'
import type { Token } from '../world/tables/tokens.ts'
import type { User } from '../world/tables/users.ts'

/** Organization or blob that a scoped key reaches. */
interface KeyScope {
  readonly target: 'org' | 'blob'
  readonly id: string
}

/** Caller of a request, with the terms of its credentials. */
export interface Caller {
  /** Principal: the user that the key or token authenticates as. */
  readonly user: User
  /** Human behind the request; null for a service account's own key or token. */
  readonly human: User | null
  readonly scheme: 'bearer' | 'api-key'
  readonly key: ApiKey | null
  readonly token: Token | null
  /** True for a request with an acting token. */
  readonly acting: boolean
  /** Highest role that the credentials grant. */
  readonly cap: Role
  readonly scope: KeyScope | null
  /** Terms that only an alternative gives (`settings.otherwise`). */
  readonly terms?: Terms
}
