import * as v from 'valibot'
import { forbidden } from '../access/rules.ts'
import { ApiError } from '../../contract/api-error.ts'
import { citeFields, recordView } from '../../engine/kernel/unit/assumed.ts'
import type { Context } from '../../engine/kernel/unit/context.ts'
import { userRecord, type User } from '../../engine/world/tables/users.ts'

/** A user as it is answered: the whole record, and `role`, which no record holds. */
export const userView = recordView(
  'User',
  { ...userRecord.entries, role: v.picklist(['owner', 'read']) },
  ['id', 'name', 'alias', 'type', 'status', 'role'],
  ['A-17'],
)

type UserView = v.InferOutput<typeof userView>

/** `role` is `owner` when the caller is the user, `read` otherwise; injected per response, never stored. */
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
 * An answer that shows its own user to a key says who the key authenticates as: its minter for an organization or a
 * blob, and the target for a user, which only a key that another user minted can show.
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

/** What every answer with a user object shows. */
const userObjectClauses = [
  'user.id-is-uuid',
  'user.has-name',
  'user.has-alias',
  'user.type-always-present',
  'user.status-always-present',
  'user.role-never-stored',
] as const

/**
 * A retired user takes no more changes, keys, tokens or memberships (409): its alias stays taken, and none of these
 * could be used.
 */
export function requireActive(user: User): void {
  if (user.status === 'active') return
  throw new ApiError('user_retired', `The user '${user.alias}' is retired.`, { cites: ['A-15', 'A-55', 'A-151'] })
}

/** Retiring and acting are for service accounts, never for a human. */
export function requireServiceAccount(user: User, what: string, assumption: 'A-14' | 'A-17'): void {
  if (user.type === 'service') return
  throw forbidden(`Only a service account can be ${what}; '${user.alias}' is a human.`, assumption, 'A-152')
}

/** Service accounts of a human that are not retired: what the limit `service_accounts_per_user` counts. */
export function countServiceAccounts(ctx: Context, userId: string): number {
  return ctx.world.users.by('owned', userId, 'active').count()
}
