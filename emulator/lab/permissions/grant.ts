import type { Caller } from '../../engine/kernel/caller.ts'
import type { Role, Target } from '../../engine/world/tables/fields.ts'
import type { World } from '../../engine/world/world.ts'

/** A credential by what it grants: a key with a role on a user, an organization or a blob, or an acting token. */
export interface Grant {
  readonly role: Role
  readonly scope: Target
  /** Id of what it is scoped to; of a user, the one that it authenticates as. */
  readonly id: string
  /** Alias of what it is scoped to. */
  readonly alias: string
  /** Id of the organization that holds the blob. */
  readonly org_id?: string
  /** An acting token of the service account: with it a human stands behind the request. */
  readonly acting?: true
  /** Words for all the targets that serve alike, of which `id` is one: `any blob of org acme`. */
  readonly any?: string
}

/** Every role, the least first. */
export const ROLES: readonly Role[] = ['read', 'write', 'admin']

/** Names a grant: the same for the same role and target. */
export function grantKey({ role, scope, id, acting }: Grant): string {
  return `${role} ${scope} ${id}${acting === true ? ' acting' : ''}`
}

/** Compares two grants: true where the first allows no more than the second, by its role and by its target. */
export function isAtMost(grant: Grant, bound: Grant): boolean {
  return (
    ROLES.indexOf(grant.role) <= ROLES.indexOf(bound.role) &&
    (grant.acting !== true || bound.acting === true) &&
    isWithin(grant, bound)
  )
}

/** A user's own key reaches all that the user does: the keys that it mints reach less. */
function isWithin(inner: Grant, outer: Grant): boolean {
  if (outer.scope === 'user') return inner.scope !== 'user' || inner.id === outer.id
  if (inner.scope === outer.scope) return inner.id === outer.id
  return outer.scope === 'org' && inner.org_id === outer.id
}

/** The grants that no other of them is below. */
export function leastGrants(grants: readonly Grant[]): Grant[] {
  return grants.filter(
    (grant) => !grants.some((other) => grantKey(other) !== grantKey(grant) && isAtMost(other, grant)),
  )
}

/** The grant of a caller, in the world that it asks. */
export function readGrant(world: World, { user, key, acting, cap }: Caller): Grant {
  if (key === null) {
    const grant = { role: cap, scope: 'user', id: user.id, alias: user.alias } as const
    return acting ? { ...grant, acting: true } : grant
  }
  return makeGrant(world, key.role, key.target, key.target_id)!
}

/** The grant of a role on a target; undefined for a target that is not in the world. */
export function makeGrant(world: World, role: Role, scope: Target, id: string): Grant | undefined {
  if (scope === 'blob') {
    const blob = world.blobs.get(id)
    return blob && { role, scope, id, alias: blob.alias, org_id: blob.org_id }
  }
  const record = scope === 'org' ? world.orgs.get(id) : world.users.get(id)
  return record && { role, scope, id, alias: record.alias }
}

/** `write on org acme`, `an acting token of build-bot`. */
export function describeGrant({ role, scope, alias, acting, any }: Grant): string {
  return acting === true ? `an acting token of ${alias}` : `${role} on ${any ?? `${scope} ${alias}`}`
}

/** Several grants as people name them: `write on org acme and read on user ada`. */
export function describeGrants(grants: readonly Grant[], word: 'and' | 'or'): string {
  return grants.map(describeGrant).join(` ${word} `)
}
