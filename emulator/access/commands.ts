import { ApiError, type ApiErrorOptions } from '../contract/api-error.ts'
import type { ErrorCode } from '../contract/errors.ts'
import type { Context } from '../kernel/unit/context.ts'
import type { Role } from '../world/tables/fields.ts'
import type { Org } from '../world/tables/orgs.ts'
import type { Caller } from '../kernel/caller.ts'
import { atLeast, callerRole } from './roles.ts'
import { requireInScope, requireRole } from './rules.ts'
import { findTarget } from './targets.ts'

/**
 * Access to the commands of the engines, which all act on one organization. An org-scoped key drives those on its
 * organization, and a blob-scoped key those on the organization that holds its blob: the specification has both drive
 * every command (docs/decisions/0302-blob-keys-drive-commands.md).
 */

/** The caller needs a role on the organization that a command acts on. */
export function requireCommandRole(ctx: Context, org: Org, needed: Role): void {
  const { caller } = ctx
  if (atLeast(commandRole(ctx, org), needed)) markAccess(ctx)
  else requireRole(widened(ctx, org), { kind: 'org', record: org }, needed)
  if (caller.scope !== null) {
    ctx.cite(caller.scope.target === 'org' ? 'keys.scope.org-key-drives-commands' : 'keys.scope.blob-key-drives-commands')
  }
  if (needed === 'write' && caller.human === null) ctx.cite('perimeter.deploy-and-execute-admitted')
}

/** The organization that `org_id` of a command names, if the caller can see it. */
export function findCommandOrg(ctx: Context, reference: string): Org {
  const org = findTarget(ctx, 'org', reference).record as Org
  requireSeen(ctx, org, 'org_not_found', `There is no organization '${reference}', or this caller cannot see it.`)
  return org
}

/** What hangs on an organization that the caller cannot see looks as if it did not exist; outside its key's scope it is refused. */
export function requireSeen(ctx: Context, org: Org, code: ErrorCode, message: string): void {
  if (commandRole(ctx, org) !== null) return
  requireInScope(widened(ctx, org), { kind: 'org', record: org })
  const options: ApiErrorOptions = { assumptions: ['A-9'] }
  throw new ApiError(code, message, options)
}

function markAccess(ctx: Context): void {
  ctx.cite('A-10')
  if (ctx.caller.scope !== null) ctx.cite('A-11')
}

/** The caller's role on an organization. */
function commandRole(ctx: Context, org: Org): Role | null {
  return callerRole(ctx.world, widened(ctx, org).caller, { kind: 'org', record: org })
}

/** The same request with the scope of a blob key widened to the organization that holds its blob. */
function widened(ctx: Context, org: Org): Context {
  const { caller, world } = ctx
  if (caller.scope?.target !== 'blob' || world.blobs.get(caller.scope.id)?.org_id !== org.id) return ctx
  const wider: Caller = { ...caller, scope: { target: 'org', id: org.id } }
  return { world, caller: wider, cite: (...ids) => ctx.cite(...ids) }
}
