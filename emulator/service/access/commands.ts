import type { ApiError } from '../../contract/api-error.ts'
import type { StatementId } from '../../engine/coverage/statements.ts'
import type { Context } from '../../engine/kernel/unit/context.ts'
import type { Role } from '../../engine/world/tables/fields.ts'
import type { Org } from '../../engine/world/tables/orgs.ts'
import type { Caller } from '../../engine/kernel/caller.ts'
import { atLeast, hiddenBy, isMember, isSeen, memberRole } from './roles.ts'
import { forbidden, requireInScope, requireRole } from './rules.ts'
import { findTarget, notFound } from './targets.ts'

/**
 * Access to the commands of the engines, which all act on one organization. An org-scoped key drives those on its
 * organization, and a blob-scoped key those on the organization that holds its blob: the specification has both drive
 * every command.
 */

/** Requires a role on the organization that a command acts on. */
export function requireCommandRole(ctx: Context, org: Org, needed: Role): void {
  const { caller } = ctx
  const enough = caller.terms?.readIsEnough ? 'read' : needed
  if (!atLeast(commandRole(ctx, org), enough)) refuseCommand(ctx, org, enough)
  ctx.cite('A-379')
  if (caller.scope === null) return
  ctx.cite('A-11')
  markScopedKey(ctx)
}

/** Marks that keys with a scope drive commands. */
export function markScopedKey(ctx: Context): void {
  const { scope } = ctx.caller
  if (scope === null) return
  ctx.cite(scope.target === 'org' ? 'keys.scope.org-key-drives-commands' : 'keys.scope.blob-key-drives-commands')
}

/**
 * Refuses a command. A public organization gives everyone read access but no role: the refusal says so where that would
 * be enough.
 */
function refuseCommand(ctx: Context, org: Org, needed: Role): never {
  requireRole(widenScope(ctx, org), { kind: 'org', record: org }, needed)
  throw forbidden(`This needs a role on organization '${org.alias}'; that it is public is not enough.`, 'A-380', 'A-10')
}

/** Finds the organization that `org_id` of a command names, if the caller can see it. */
export function findCommandOrg(ctx: Context, reference: string): Org {
  const org = findTarget(ctx, 'org', reference).record as Org
  const target = { kind: 'org', record: org } as const
  const wider = widenScope(ctx, org)
  if (!isSeen(ctx.world, wider.caller, target)) throw notFound(ctx, 'org', reference, hiddenBy(wider.caller, target))
  requireInScope(wider, target)
  return org
}

/**
 * Refuses records of an organization on which the user behind the credential has no role, with the refusal for those
 * that do not exist; outside the scope of the key, with 403.
 */
export function requireSeen(ctx: Context, org: Org, unknown: (...cites: StatementId[]) => ApiError): void {
  const target = { kind: 'org', record: org } as const
  const wider = widenScope(ctx, org)
  if (!isMember(ctx.world, wider.caller, target))
    throw unknown(hiddenBy(wider.caller, target), ...(org.visibility === 'public' ? (['A-380'] as const) : []))
  requireInScope(wider, target)
}

/** Role of the caller on an organization by membership. */
function commandRole(ctx: Context, org: Org): Role | null {
  return memberRole(ctx.world, widenScope(ctx, org).caller, { kind: 'org', record: org })
}

/** Widens the scope of a blob key to the organization of its blob. */
function widenScope(ctx: Context, org: Org): Context {
  const { caller, world } = ctx
  if (caller.scope?.target !== 'blob' || world.blobs.get(caller.scope.id)?.org_id !== org.id) return ctx
  const wider: Caller = { ...caller, scope: { target: 'org', id: org.id } }
  return {
    world,
    caller: wider,
    path: ctx.path,
    cite: (...ids) => ctx.cite(...ids),
    citeAlways: (id) => ctx.citeAlways(id),
    citePassed: (id) => ctx.citePassed(id),
    follows: (rule) => ctx.follows(rule),
  }
}
