import type { Blob } from '../world/tables/blobs.ts'
import type { Role } from '../world/tables/fields.ts'
import type { Org } from '../world/tables/orgs.ts'
import type { User } from '../world/tables/users.ts'
import type { World } from '../world/world.ts'
import type { Caller } from '../kernel/caller.ts'

/** What access is asked for: an organization, a blob, or a user. */
export type TargetRecord =
  | { readonly kind: 'org'; readonly record: Org }
  | { readonly kind: 'blob'; readonly record: Blob }
  | { readonly kind: 'user'; readonly record: User }

const rank: Readonly<Record<Role, number>> = { read: 1, write: 2, admin: 3 }

export function atLeast(role: Role | null, needed: Role): boolean {
  return role !== null && rank[role] >= rank[needed]
}

function higher(a: Role | null, b: Role | null): Role | null {
  if (a === null) return b
  return b !== null && rank[b] > rank[a] ? b : a
}

/** Role of a user on a target, whatever key it uses. */
export function userRole(world: World, user: User, target: TargetRecord): Role | null {
  if (target.kind === 'user') return administers(user, target.record) ? 'admin' : null
  const { record } = target
  const open = record.visibility === 'public' ? 'read' : null
  const own = higher(open, membership(world, user.id, target.kind, record.id))
  return target.kind === 'blob' ? higher(own, membership(world, user.id, 'org', target.record.org_id)) : own
}

function membership(world: World, userId: string, kind: 'org' | 'blob', targetId: string): Role | null {
  let role: Role | null = null
  // A fixture may give a user two memberships on one target.
  for (const { record } of world.members.by('holder', userId, kind, targetId).oldest()) {
    role = higher(role, record.role)
    if (role === 'admin') break
  }
  return role
}

/** A user has admin on itself and on the service accounts it owns. */
export function administers(user: User, other: User): boolean {
  return other.id === user.id || other.owner_user_id === user.id
}

/** Role of the caller on a target: the lower of its key's role and the role its user holds; null where it reaches nothing. */
export function callerRole(world: World, caller: Caller, target: TargetRecord): Role | null {
  if (!inScope(caller, target)) return null
  const role = userRole(world, caller.user, target)
  if (role === null) return null
  return rank[caller.cap] < rank[role] ? caller.cap : role
}

/** Role of the caller that memberships alone give it on an organization or a blob: what everyone may read because it is public does not count. */
export function memberRole(world: World, caller: Caller, target: TargetRecord): Role | null {
  if (!inScope(caller, target) || target.kind === 'user') return null
  const own = membership(world, caller.user.id, target.kind, target.record.id)
  const role = target.kind === 'blob' ? higher(own, membership(world, caller.user.id, 'org', target.record.org_id)) : own
  if (role === null) return null
  return rank[caller.cap] < rank[role] ? caller.cap : role
}

/** Whether the caller has at least this role on a target. */
export function hasRole(world: World, caller: Caller, target: TargetRecord, needed: Role): boolean {
  // Everyone reads what is public: no need to look for memberships.
  if (needed === 'read' && target.kind !== 'user' && target.record.visibility === 'public') return inScope(caller, target)
  return atLeast(callerRole(world, caller, target), needed)
}

/** Whether a scoped key reaches a target: its org and the blobs in it, or its blob. */
export function inScope(caller: Caller, target: TargetRecord): boolean {
  const { scope } = caller
  if (scope === null) return true
  if (target.kind === scope.target && target.record.id === scope.id) return true
  return target.kind === 'blob' && scope.target === 'org' && target.record.org_id === scope.id
}
