import * as v from 'valibot'
import type { Context } from '../kernel/context.ts'
import { userRecord, type User } from '../world/tables/users.ts'

/** A user as it is answered: the whole record, and `role`, which no record holds. */
export const userView = v.strictObject({ ...userRecord.entries, role: v.picklist(['owner', 'read']) })

export type UserView = v.InferOutput<typeof userView>

/** `role` is `owner` when the caller is the user, `read` otherwise; injected per response, never stored. */
export function viewUser(ctx: Context, user: User): UserView {
  const self = ctx.caller.user.id === user.id
  ctx.obey(self ? 'user.role-owner-for-self' : 'user.role-read-for-other')
  return { ...user, role: self ? 'owner' : 'read' }
}

/** Clauses that every answer with a user object obeys. */
export const userObjectClauses = [
  'user.id-is-uuid', 'user.has-name', 'user.has-alias', 'user.type-always-present', 'user.status-always-present',
  'user.role-never-stored', 'service-accounts.type-is-service', 'keys.owner-is-injected-only',
] as const

