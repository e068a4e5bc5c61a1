import * as v from 'valibot'
import { forbidden } from '../access/rules.ts'
import { ApiError } from '../../contract/api-error.ts'
import { citeFields, recordView } from '../../engine/kernel/unit/assumed.ts'
import type { Context } from '../../engine/kernel/unit/context.ts'
import { userRecord, type User } from '../../engine/world/tables/users.ts'

/** User in answers: the whole record, and `role`, which no record holds. */
export const userView = recordView(
  'User',
  {
    ...userRecord.entries,
    id: v.pipe(userRecord.entries.id, v.metadata({ format: 'uuid' })),
    role: v.picklist(['owner', 'read']),
  },
  ['id', 'name', 'alias', 'type', 'status', 'role'],
  ['A-17'],
)

type UserView = v.InferOutput<typeof userView>

/**
 * Makes the user object of an answer. `role` is `owner` for the user itself and `read` for others; it is never stored.
 */
export function viewUser(ctx: Context, user: User): UserView {
  ctx.cite(...userObjectClauses)
  citeFields(ctx, 'A-17')
  if (user.type === 'service') ctx.cite('service-accounts.type-is-service')
  if (ctx.caller.user.id !== user.id) {
    ctx.cite('user.role-read-for-other')
    return { ...user, role: 'read' }
  }
  ctx.cite('user.role-owner-for-self', 'keys.owner-is-injected-only')
  markPrincipal(ctx, user)
  return { ...user, role: 'owner' }
}

/**
 * Cites the clause about the user of a key, in an answer about the caller itself: the minter for a key on an
 * organization or a blob, the target for a key on a user, which shows only if another user minted the key.
 */
function markPrincipal(ctx: Context, user: User): void {
  const { key } = ctx.caller
  if (key === null) return
  const byMinter = key.created_by_user_id === user.id
  if (key.target !== 'user') {
    if (byMinter) ctx.cite(`api-keys.create.${key.target}-target-authenticates-as-minter`)
    return
  }
  if (byMinter) return
  ctx.cite('api-keys.create.user-target-authenticates-as-target')
  if (user.type === 'service') ctx.cite('service-accounts.key-authenticates-as-account')
}

/** Clauses that every answer with a user object shows. */
const userObjectClauses = [
  'user.id-is-uuid',
  'user.has-name',
  'user.has-alias',
  'user.type-always-present',
  'user.status-always-present',
  'user.role-never-stored',
] as const

/**
 * Refuses changes, keys, tokens and memberships of a retired user (409), which could not be used; its alias stays
 * taken.
 */
export function requireActive(user: User): void {
  if (user.status === 'active') return
  throw new ApiError('user_retired', `The user '${user.alias}' is retired.`, { cites: ['A-151'] })
}

/** Refuses humans, because only service accounts can be retired or acted for. */
export function requireServiceAccount(user: User, what: string): void {
  if (user.type === 'service') return
  throw forbidden(`Only a service account can be ${what}; '${user.alias}' is a human.`, 'A-152')
}

/** Counts service accounts of a human that are not retired, for the limit `service_accounts_per_user`. */
export function countServiceAccounts(ctx: Context, userId: string): number {
  return ctx.world.users.by('owned', userId, 'active').count()
}
