import type { Caller } from '../../engine/kernel/caller.ts'
import type { Role, TargetKind } from '../../engine/world/tables/fields.ts'
import type { World } from '../../engine/world/world.ts'

/**
 * The permissions of a credential: of a key with a role on a user, an organization or a blob, or of an acting token.
 */
export interface Grant {
  readonly role: Role
  readonly scope: TargetKind
  /** Id of the record that it is scoped to; for a user, of the user that it authenticates as. */
  readonly id: string
  /** Alias of the record that it is scoped to. */
  readonly alias: string
  /** Id of the organization of the blob. */
  readonly org_id?: string
  /** True for an acting token, with which a service account acts for a human. */
  readonly acting?: true
  /** Description of all targets that would do as well as `id`: `any blob of org acme`. */
  readonly any?: string
}

/** Every role, the least first. */
export const ROLES: readonly Role[] = ['read', 'write', 'admin']

/** Key of a grant. Grants with equal role and target have equal keys. */
export function grantKey({ role, scope, id, acting }: Grant): string {
  return `${role} ${scope} ${id}${acting === true ? ' acting' : ''}`
}

/** True if the first grant allows no more than the second, by role and target. */
export function isAtMost(grant: Grant, bound: Grant): boolean {
  return (
    ROLES.indexOf(grant.role) <= ROLES.indexOf(bound.role) &&
    (grant.acting !== true || bound.acting === true) &&
    isWithin(grant, bound)
  )
}

/**
 * True if all records of the inner scope are in the outer one. A key of a user reaches everything that the user can.
 */
function isWithin(inner: Grant, outer: Grant): boolean {
  if (outer.scope === 'user') return inner.scope !== 'user' || inner.id === outer.id
  if (inner.scope === outer.scope) return inner.id === outer.id
  return outer.scope === 'org' && inner.org_id === outer.id
}

/** The grants without a lesser one among them. */
export function leastGrants(grants: readonly Grant[]): Grant[] {
  return grants.filter(
    (grant) => !grants.some((other) => grantKey(other) !== grantKey(grant) && isAtMost(other, grant)),
  )
}

/** The grant of a caller in a world. */
export function readGrant(world: World, { user, key, acting, cap }: Caller): Grant {
  if (key === null) {
    const grant = { role: cap, scope: 'user', id: user.id, alias: user.alias } as const
    return acting ? { ...grant, acting: true } : grant
  }
  return makeGrant(world, key.role, key.target, key.target_id)!
}

/** The grant of a role on a target; undefined for a target that is not in the world. */
export function makeGrant(world: World, role: Role, scope: TargetKind, id: string): Grant | undefined {
  if (scope === 'blob') {
    const blob = world.blobs.get(id)
    return blob && { role, scope, id, alias: blob.alias, org_id: blob.org_id }
  }
  const record = scope === 'org' ? world.orgs.get(id) : world.users.get(id)
  return record && { role, scope, id, alias: record.alias }
}

/** A grant as text: `write on org acme`, `an acting token of build-bot`. */
export function describeGrant({ role, scope, alias, acting, any }: Grant): string {
  return acting === true ? `an acting token of ${alias}` : `${role} on ${any ?? `${scope} ${alias}`}`
}

/** Several grants as text: `write on org acme and read on user ada`. */
export function describeGrants(grants: readonly Grant[], word: 'and' | 'or'): string {
  return grants.map(describeGrant).join(` ${word} `)
}
