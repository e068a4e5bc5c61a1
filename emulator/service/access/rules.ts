import * as v from 'valibot'
import { ApiError } from '../../contract/api-error.ts'
import type { AssumptionId } from '../../contract/assumption-ids.ts'
import type { StatementId } from '../../engine/coverage/statements.ts'
import type { Caller } from '../../engine/kernel/caller.ts'
import type { Context } from '../../engine/kernel/unit/context.ts'
import { visibility, type Role } from '../../engine/world/tables/fields.ts'
import { atLeast, hasRole, inScope, isMember, isSeen, memberRole, userRole, type TargetRecord } from './roles.ts'

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
  const enough = caller.terms?.writeIsAdmin && needed === 'admin' && target.kind !== 'user' ? 'write' : needed
  const isAssumed = clauses.length === 0 && needed === 'admin' && target.kind !== 'user'
  const rows = ['A-379', ...(isAssumed ? (['A-411'] as const) : []), ...rowsOfRead(ctx, target)] as const
  if (hasRole(world, caller, target, enough))
    return ctx.cite(...rows, ...(caller.scope === null ? [] : (['A-11'] as const)))
  requireInScope(ctx, target, ...clauses)
  const by = clauses.length > 0 ? [...clauses, ...rows.filter((id) => id === 'A-10')] : rows
  const held = userRole(world, caller, target)
  if (!atLeast(held, enough))
    throw forbidden(
      `This needs ${enough} access to ${describeTarget(target)}; ${who(ctx)} has ${held ?? 'none'}.`,
      ...by,
    )
  const membership: StatementId[] = caller.scope === null ? [] : ['api-keys.create.never-above-role']
  throw forbidden(
    `This needs ${enough} access to ${describeTarget(target)}. ${who(ctx)} has it, but this key grants ${caller.cap} only.`,
    ...by,
    'keys.never-exceeds-role',
    ...membership,
  )
}

/** The assumption by which a caller sees a target: its role, or that the target is public. None on a user. */
export function rowsOfRead({ world, caller }: Context, target: TargetRecord): readonly AssumptionId[] {
  if (target.kind === 'user') return []
  if (caller.terms?.isReplaced || isMember(world, caller, target)) return ['A-379']
  return target.record.visibility === 'public' ? ['A-10'] : []
}

/**
 * Requires a human: a service account's own key never passes, whatever its role. A refusal shows `ownKey` for such a
 * key, and `any` for every request without a human; its own token shows what the table of errors says.
 */
export function requireHuman(ctx: Context, ownKey: StatementId, ...any: StatementId[]): void {
  const { human, acting, key } = ctx.caller
  if (human !== null) {
    if (acting) ctx.cite('acting-token.carries-human')
    return
  }
  throw forbidden(
    `This needs a human behind the request; ${who(ctx)} is a service account using its own ${ctx.caller.key ? 'key' : 'token'}. An acting token is the route for automation.`,
    key === null ? 'errors.forbidden-is-403' : ownKey,
    ...any,
  )
}

/** Requires a human to change a visibility. What is none is refused for its shape only later. */
export function requireHumanToShow(ctx: Context, sent: unknown, clause: StatementId): void {
  if (sent === undefined) return
  if (sent === null) ctx.citePassed('A-343')
  else if (!v.is(visibility, sent)) ctx.citePassed('A-376')
  requireHuman(ctx, clause)
}

/**
 * Requires membership, for lists of members: public visibility is not enough. On a user, requires the user or
 * its owner.
 */
export function requireMemberRole(ctx: Context, target: TargetRecord, what: string): void {
  requireRole(ctx, target, 'read', ...(target.kind === 'user' ? (['A-157'] as const) : []))
  if (target.kind === 'user' || memberRole(ctx.world, ctx.caller, target) !== null) return
  throw forbidden(
    `Only those with a role on ${describeTarget(target)} may ${what}; that it is public is not enough.`,
    'A-380',
    'A-10',
  )
}

/** True for a service account that uses a key of its own. */
export function usesOwnKey({ human, key }: Caller): boolean {
  return human === null && key !== null
}

/** Marks that a service account's own key does what a personal key can. */
export function markOwnKey(ctx: Context, clause: StatementId): void {
  if (usesOwnKey(ctx.caller)) ctx.cite(clause)
}

/** Requires the user itself. */
export function requireSelf(ctx: Context, userId: string | undefined, what: string, ...clauses: StatementId[]): void {
  if (ctx.caller.user.id !== userId)
    throw forbidden(`Only a user itself may ${what}; the caller is ${who(ctx)}.`, ...clauses)
  if (ctx.path['user_id'] === 'me') ctx.cite('identifiers.me.before-authorization')
}

/** Refuses admin-scoped reads with keys scoped to an org or a blob; which reads these are is assumed. */
export function requireUnscoped(ctx: Context, what: string, ...assumed: readonly 'A-12'[]): void {
  const { scope } = ctx.caller
  if (scope === null || readsAsAdmin(ctx)) return
  const isOrg = scope.target === 'org'
  const clause = isOrg
    ? 'keys.scope.org-key-admin-scoped-reads-refused'
    : 'keys.scope.blob-key-admin-scoped-reads-refused'
  throw forbidden(`A key scoped to ${isOrg ? 'an organization' : 'a blob'} cannot ${what}.`, clause, ...assumed)
}

/** Checks that a scoped key does an admin-scoped read of its target, or of a blob in it, under an alternative to A-12. */
function readsAsAdmin({ world, caller, path }: Context): boolean {
  if (!caller.terms?.adminReads || caller.cap !== 'admin') return false
  const { target: kind = 'org', target_id: id = path['org_id'] } = path
  const record = kind === 'org' ? world.orgs.find(id!) : kind === 'blob' ? world.blobs.find(id!) : undefined
  return record !== undefined && inScope(caller, { kind, record } as TargetRecord)
}

/** Refuses a target outside the scope of the key with 403, which its user could see. */
export function requireInScope(ctx: Context, target: TargetRecord, ...clauses: StatementId[]): void {
  if (inScope(ctx.caller, target)) return
  throw forbidden(
    `This key is scoped to ${ctx.caller.scope!.target} '${scopeName(ctx)}' and does not reach ${describeTarget(target)}.`,
    ...clauses,
    'A-11',
  )
}

/**
 * Requires admin on the target, for minting and deleting keys and for deleting members. A target that the user cannot
 * see is refused in the words for one that does not exist. An acting token has the access of its account.
 */
export function requireAdminForHuman(ctx: Context, target: TargetRecord | undefined, ...clauses: StatementId[]): void {
  const { acting, user } = ctx.caller
  if (target === undefined || !isSeen(ctx.world, ctx.caller, target))
    throw forbidden(
      'This needs admin access to a target that does not exist, or that this caller cannot see.',
      ...clauses,
      'A-405',
    )
  if (acting && target.record.id === user.id) return ctx.cite('A-13')
  requireRole(ctx, target, 'admin', ...clauses, ...(acting ? ['A-13' as const] : []))
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
  return (target === 'org' ? ctx.world.orgs.get(id) : ctx.world.blobs.get(id))?.alias ?? id
}
