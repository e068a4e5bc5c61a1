import type { ApiKey } from '../world/tables/api-keys.ts'
import type { Role } from '../world/tables/fields.ts'
import type { Token } from '../world/tables/tokens.ts'
import type { User } from '../world/tables/users.ts'

/** What an org- or blob-scoped key reaches, and nothing else. */
export interface Scope {
  readonly target: 'org' | 'blob'
  readonly id: string
}

/** Who asks, and on what terms. */
export interface Caller {
  /** The principal: the user that the key or token authenticates as. */
  readonly user: User
  /** The human behind the request; null for a service account's own key or token. */
  readonly human: User | null
  readonly scheme: 'bearer' | 'api-key'
  readonly key: ApiKey | null
  readonly token: Token | null
  /** Whether an acting token made the request. */
  readonly acting: boolean
  /** A key never grants more than its role. */
  readonly cap: Role
  readonly scope: Scope | null
}
