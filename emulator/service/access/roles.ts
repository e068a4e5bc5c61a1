import type { Terms } from '../../contract/terms.ts'
import type { Blob } from '../../engine/world/tables/blobs.ts'
import type { Role, TargetKind } from '../../engine/world/tables/fields.ts'
import type { Org } from '../../engine/world/tables/orgs.ts'
import type { User } from '../../engine/world/tables/users.ts'
import type { World } from '../../engine/world/world.ts'
import type { Caller } from '../../engine/kernel/caller.ts'

/** Target of access: an organization, a blob, or a user. */
export type TargetRecord =
  | { readonly kind: 'org'; readonly record: Org }
  | { readonly kind: 'blob'; readonly record: Blob }
  | { readonly kind: 'user'; readonly record: User }

/** Roles in ascending order. */
const order: readonly (Role | null)[] = [null, 'read', 'write', 'admin']

export function atLeast(role: Role | null, needed: Role): boolean {
  return order.indexOf(role) >= order.indexOf(needed)
}

function higher(a: Role | null, b: Role | null): Role | null {
  return order[Math.max(order.indexOf(a), order.indexOf(b))]!
}

function lower(a: Role | null, b: Role | null): Role | null {
  return order[Math.min(order.indexOf(a), order.indexOf(b))]!
}

/** Role of a user on a target, whatever key it uses. */
export function userRole(world: World, principal: Principal, target: TargetRecord): Role | null {
  const { user, terms = {} } = principal
  if (target.kind === 'user') return administers(principal, target.record) ? 'admin' : (terms.granted ?? null)
  return higher(everybodysRole(terms, target.record), held(world, user, target))
}

/** Role of every user on an organization or a blob. */
function everybodysRole({ granted, publicOpens }: Terms, { visibility }: Org | Blob): Role | null {
  return higher(granted ?? null, publicOpens !== false && visibility === 'public' ? 'read' : null)
}

/** User behind the credential, with the terms of an alternative. */
type Principal = Pick<Caller, 'user' | 'human' | 'acting' | 'scope' | 'terms'>

/**
 * Checks that a target exists for the user behind the credential, whatever the credential; everybody sees every user.
 */
export function isSeen(world: World, principal: Principal, target: TargetRecord): boolean {
  const { user, terms = {} } = principal
  if (target.kind === 'user') return true
  if (isOutside(principal, target)) return false
  return everybodysRole(terms, target.record) !== null || held(world, user, target) !== null
}

/** Checks that the user behind the credential has a role on a target by membership. */
export function isMember(world: World, principal: Principal, target: TargetRecord): boolean {
  const { user, terms } = principal
  if (isOutside(principal, target)) return false
  return openRole(terms, target) !== null || held(world, user, target) !== null
}

/** Checks that a target is hidden from a key that does not reach it, under an alternative to A-11. */
export function isOutside(principal: Principal, target: TargetRecord): boolean {
  return principal.terms?.scopeHides === true && !inScope(principal, target)
}

/** Row by which a target does not exist for a caller: its user cannot see it, or its key does not reach it. */
export function hiddenBy(principal: Principal, target: TargetRecord): 'A-9' | 'A-11' {
  return isOutside(principal, target) ? 'A-11' : 'A-9'
}

/** Role of everybody on a public record, under an alternative that counts it as a role. */
function openRole(terms: Terms | undefined, target: TargetRecord): Role | null {
  return terms?.publicIsRole && target.kind !== 'user' && target.record.visibility === 'public' ? 'read' : null
}

/** Role of a user on a target by memberships on it, and for a blob, on its organization. */
function held(world: World, user: User, target: TargetRecord): Role | null {
  if (target.kind === 'user') return null
  const own = membership(world, user.id, target.kind, target.record.id)
  return target.kind === 'blob' ? higher(own, membership(world, user.id, 'org', target.record.org_id)) : own
}

function membership(world: World, userId: string, kind: TargetKind, targetId: string): Role | null {
  let role: Role | null = null
  // A fixture may give a user two memberships on one target.
  for (const { record } of world.members.by('holder', userId, kind, targetId).oldest()) role = higher(role, record.role)
  return role
}

/**
 * Checks that a user has admin on another: on itself and on the service accounts it owns. Under an alternative to A-13,
 * an acting token has it on those of its human.
 */
function administers({ user, human, acting, terms }: Principal, { id, owner_user_id: owner }: User): boolean {
  return id === user.id || owner === user.id || (acting && terms?.actsAsHuman === true && owner === human!.id)
}

/** Role of the caller on a target: the lower of its key's role and its user's; null for none. */
export function callerRole(world: World, caller: Caller, target: TargetRecord): Role | null {
  const cap = higher(caller.cap, caller.terms?.granted ?? null)
  return inScope(caller, target) ? lower(cap, userRole(world, caller, target)) : null
}

/** Role of the caller by memberships alone: public visibility does not count, and users have no members. */
export function memberRole(world: World, caller: Caller, target: TargetRecord): Role | null {
  const role = higher(openRole(caller.terms, target), held(world, caller.user, target))
  return inScope(caller, target) ? lower(caller.cap, role) : null
}

/** Checks that the caller has at least this role on a target. */
export function hasRole(world: World, caller: Caller, target: TargetRecord, needed: Role): boolean {
  return atLeast(callerRole(world, caller, target), needed)
}

/** Checks that a scoped key reaches a target: its org and the blobs in it, or its blob. */
export function inScope({ scope }: Pick<Caller, 'scope'>, target: TargetRecord): boolean {
  if (scope === null) return true
  if (target.kind === scope.target && target.record.id === scope.id) return true
  return target.kind === 'blob' && scope.target === 'org' && target.record.org_id === scope.id
}
