import { ApiError } from '../../contract/api-error.ts'
import type { StatementId } from '../../engine/coverage/statements.ts'
import type { Context } from '../../engine/kernel/unit/context.ts'
import type { Role } from '../../engine/world/tables/fields.ts'
import { atLeast, hasRole, inScope, memberRole, userRole, type TargetRecord } from './roles.ts'

/**
 * Rules of access, by name. Each throws a 403 that says who lacks what; each unit names its rule, and marks the clause
 * of the specification that states it.
 */

/**
 * Requires a role on the target. A refusal shows `clauses`, which say that this role is needed; where there are none,
 * the list of least roles does.
 */
export function requireRole(ctx: Context, target: TargetRecord, needed: Role, ...clauses: StatementId[]): void {
  const { caller, world } = ctx
  const scoped: StatementId[] = caller.scope === null ? ['A-10'] : ['A-10', 'A-11']
  if (hasRole(world, caller, target, needed)) return ctx.cite(...scoped)
  requireInScope(ctx, target, ...clauses)
  const by: readonly StatementId[] = clauses.length > 0 ? clauses : ['A-53']
  const held = userRole(world, caller.user, target)
  if (!atLeast(held, needed))
    throw forbidden(
      `This needs ${needed} access to ${describeTarget(target)}; ${who(ctx)} has ${held ?? 'none'}.`,
      ...by,
      ...scoped,
    )
  // Users have no members.
  const membership: StatementId[] = target.kind === 'user' ? [] : ['api-keys.create.never-above-role']
  throw forbidden(
    `This needs ${needed} access to ${describeTarget(target)}. ${who(ctx)} has it, but this key grants ${caller.cap} only.`,
    ...by,
    ...scoped,
    'keys.never-exceeds-role',
    ...membership,
  )
}

/**
 * Requires a human: a service account's own key never passes, whatever its role. A refusal shows `ownKey` for such a
 * key, and `any` for every request without a human.
 */
export function requireHuman(ctx: Context, ownKey: StatementId, ...any: StatementId[]): void {
  const { human, acting, key } = ctx.caller
  if (human !== null) {
    if (acting) ctx.cite('acting-token.carries-human')
    return
  }
  throw forbidden(
    `This needs a human behind the request; ${who(ctx)} is a service account using its own ${ctx.caller.key ? 'key' : 'token'}. An acting token is the route for automation.`,
    ...(key === null ? [] : [ownKey]),
    ...any,
    'A-72',
  )
}

/**
 * Requires membership, for lists of members: public visibility is not enough. On a user, requires the user or
 * its owner.
 */
export function requireMemberRole(ctx: Context, target: TargetRecord, what: string): void {
  requireRole(ctx, target, 'read', 'A-157')
  if (target.kind === 'user' || memberRole(ctx.world, ctx.caller, target) !== null) return ctx.cite('A-63')
  throw forbidden(
    `Only those with a role on ${describeTarget(target)} may ${what}; that it is public is not enough.`,
    'A-63',
  )
}

/** Marks that a service account's own key does what a personal key can. */
export function markOwnKey(ctx: Context, clause: StatementId): void {
  if (ctx.caller.human === null && ctx.caller.key !== null) ctx.cite(clause)
}

/** Requires the user itself. */
export function requireSelf(ctx: Context, userId: string | undefined, what: string, ...clauses: StatementId[]): void {
  if (ctx.caller.user.id !== userId)
    throw forbidden(`Only a user itself may ${what}; the caller is ${who(ctx)}.`, ...clauses, 'A-72')
  if (ctx.path['user_id'] === 'me') ctx.cite('identifiers.me.before-authorization')
}

/** Refuses admin-scoped reads with keys scoped to an org or a blob. */
export function requireUnscoped(ctx: Context, what: string): void {
  const { scope } = ctx.caller
  if (scope === null) return
  const isOrg = scope.target === 'org'
  const clause = isOrg
    ? 'keys.scope.org-key-admin-scoped-reads-refused'
    : 'keys.scope.blob-key-admin-scoped-reads-refused'
  throw forbidden(`A key scoped to ${isOrg ? 'an organization' : 'a blob'} cannot ${what}.`, clause, 'A-12')
}

/** Refuses a target outside the scope of the key with 403. */
export function requireInScope(ctx: Context, target: TargetRecord, ...clauses: StatementId[]): void {
  if (inScope(ctx.caller, target)) return
  throw forbidden(
    `This key is scoped to ${ctx.caller.scope!.target} '${scopeName(ctx)}' and does not reach ${describeTarget(target)}.`,
    ...clauses,
    'A-11',
    'A-51',
  )
}

/**
 * Requires admin on the target, for minting and deleting keys and for deleting members. An acting token has the access
 * of its account and of the other accounts that its human owns, but not of the human.
 */
export function requireAdminForHuman(ctx: Context, target: TargetRecord, ...clauses: StatementId[]): void {
  const { human, acting } = ctx.caller
  if (acting && target.kind === 'user' && target.record.owner_user_id === human!.id) return ctx.cite('A-62')
  requireRole(ctx, target, 'admin', ...clauses, ...(acting ? ['A-62' as const] : []))
}

/** Makes a 403 that shows these statements. */
export function forbidden(message: string, ...cites: StatementId[]): ApiError {
  return new ApiError('forbidden', message, { cites })
}

function describeTarget(target: TargetRecord): string {
  const kind = target.kind === 'org' ? 'organization' : target.kind
  return `${kind} '${target.record.alias}'`
}

function who(ctx: Context): string {
  const { user, acting, human } = ctx.caller
  return acting ? `'${user.alias}' (acting for '${human!.alias}')` : `'${user.alias}'`
}

function scopeName(ctx: Context): string {
  const { target, id } = ctx.caller.scope!
  return (target === 'org' ? ctx.world.orgs.get(id) : ctx.world.blobs.get(id))!.alias
}
