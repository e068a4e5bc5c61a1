import { ApiError } from '../contract/api-error.ts'
import type { StatementId } from '../coverage/statements.ts'
import type { Context } from '../kernel/unit/context.ts'
import type { Role } from '../world/tables/fields.ts'
import { administers, atLeast, hasRole, inScope, userRole, type TargetRecord } from './roles.ts'

/**
 * The named rules of access. Each throws a 403 that says who lacks what; the units say which rule is theirs.
 * Rules that stand in the specification are marked there, by the unit that obeys them.
 */

/** The caller needs a role on the target (A-53 lists the least roles). `clauses` are those that a refusal obeys. */
export function requireRole(ctx: Context, target: TargetRecord, needed: Role, ...clauses: StatementId[]): void {
  ctx.cite('A-10')
  if (ctx.caller.scope !== null) ctx.cite('A-11')
  if (hasRole(ctx.world, ctx.caller, target, needed)) return
  ctx.cite(...clauses)
  requireInScope(ctx, target)
  const held = userRole(ctx.world, ctx.caller.user, target)
  if (atLeast(held, needed)) {
    ctx.cite('api-keys.create.never-above-role')
    throw forbidden(`This needs ${needed} access to ${nameOf(target)}. ${who(ctx)} has it, but this key grants ${ctx.caller.cap} only.`)
  }
  throw forbidden(`This needs ${needed} access to ${nameOf(target)}; ${who(ctx)} has ${held ?? 'none'}.`)
}

/** Needs a human: a service account's own key never passes, whatever role it holds. */
export function requireHuman(ctx: Context, ...clauses: StatementId[]): void {
  const { human, acting } = ctx.caller
  if (human !== null) {
    if (acting) ctx.cite('acting-token.carries-human')
    return
  }
  ctx.cite(...clauses)
  throw forbidden(`This needs a human behind the request; ${who(ctx)} is a service account using its own ${ctx.caller.key ? 'key' : 'token'}. An acting token is the route for automation.`)
}

/** The caller itself, and nobody else. */
export function requireSelf(ctx: Context, userId: string, what: string, ...clauses: StatementId[]): void {
  if (ctx.caller.user.id === userId) return
  ctx.cite(...clauses)
  throw forbidden(`Only a user itself may ${what}; the caller is ${who(ctx)}.`)
}

/** Admin-scoped reads are refused to keys scoped to an org or a blob. */
export function requireUnscoped(ctx: Context, what: string): void {
  const { scope } = ctx.caller
  if (scope === null) return
  ctx.cite(scope.target === 'org' ? 'keys.scope.org-key-admin-scoped-reads-refused' : 'keys.scope.blob-key-admin-scoped-reads-refused', 'A-12')
  throw forbidden(`A key scoped to ${scope.target === 'org' ? 'an organization' : 'a blob'} cannot ${what}.`)
}

/** Outside a scoped key's scope everything is 403. */
export function requireInScope(ctx: Context, target: TargetRecord): void {
  if (inScope(ctx.caller, target)) return
  ctx.cite('A-11', 'A-51')
  throw forbidden(`This key is scoped to ${ctx.caller.scope!.target} '${scopeName(ctx)}' and does not reach ${nameOf(target)}.`)
}

/**
 * Admin on the target, where the human behind an acting token counts as well as the account.
 * For minting and deleting keys and for deleting members.
 */
export function requireAdminOrHumanAdmin(ctx: Context, target: TargetRecord, ...clauses: StatementId[]): void {
  const { human, acting } = ctx.caller
  if (acting && human !== null && humanAdministers(ctx, human, target)) {
    ctx.cite('A-13')
    return
  }
  requireRole(ctx, target, 'admin', ...clauses)
}

function humanAdministers(ctx: Context, human: NonNullable<Context['caller']['human']>, target: TargetRecord): boolean {
  return target.kind === 'user' ? administers(human, target.record) : atLeast(userRole(ctx.world, human, target), 'admin')
}

export function forbidden(message: string): ApiError {
  return new ApiError('forbidden', message)
}

export function nameOf(target: TargetRecord): string {
  const kind = target.kind === 'org' ? 'organization' : target.kind
  return `${kind} '${target.record.alias}'`
}

function who(ctx: Context): string {
  const { user, acting, human } = ctx.caller
  return acting ? `'${user.alias}' (acting for '${human!.alias}')` : `'${user.alias}'`
}

function scopeName(ctx: Context): string {
  const { target, id } = ctx.caller.scope!
  return (target === 'org' ? ctx.world.orgs.get(id)?.alias : ctx.world.blobs.get(id)?.alias) ?? id
}
