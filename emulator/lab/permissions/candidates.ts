import type { World } from '../../engine/world/world.ts'
import type { CallTarget } from './call-targets.ts'
import { grantKey, makeGrant, ROLES, type Grant } from './grant.ts'
import type { TriedCall } from './tried-call.ts'

/** Keys that could replace the credentials of one user in a run: with each role, on each target of its calls. */
export class Candidates {
  /** Every key that is tried, narrow scopes first, each with its roles, the lowest first. */
  readonly all: readonly Grant[]
  readonly #calls: readonly TriedCall[]

  constructor(calls: readonly TriedCall[], bound: Grant | undefined) {
    this.#calls = calls
    const ownBound = bound === undefined || bound.scope === 'user' ? [] : [bound]
    this.all = unique([
      ...calls.flatMap((call) => this.for(call)),
      ...ownBound.flatMap((each) => withRoles(each)),
    ]).toSorted((a, b) => width[a.scope] - width[b.scope])
  }

  /** Keys to try for one call, including its own. A call without an organization or blob may accept a key of any. */
  for(call: TriedCall): Grant[] {
    const own = call.targets.length > 0 ? call.targets : this.#anywhere(call)
    const { user } = call.caller
    const scopes = [...firstBlobs(own, call.before), ...own, { scope: 'user', id: user.id } as const]
    const grants = scopes.flatMap(({ scope, id }) =>
      ROLES.flatMap((role) => makeGrant(call.before, role, scope, id) ?? []),
    )
    return unique([...grants, call.used])
  }

  /** The targets of the first call that has some; else an organization that the user administers. */
  #anywhere({ before, caller: { user } }: TriedCall): CallTarget[] {
    const inRun = this.#calls.find(({ targets }) => targets.length > 0)?.targets ?? []
    const known = inRun.filter(({ scope, id }) => before.table(`${scope}s`)?.get(id) !== undefined)
    return known.length > 0 ? known : administered(before, user.id)
  }
}

const width = { blob: 0, org: 1, user: 2 } as const

function withRoles(grant: Grant): Grant[] {
  return ROLES.map((role) => ({ ...grant, role }))
}

/**
 * The first blob of each organization without a blob among the targets, because commands accept a key for any of its
 * blobs.
 */
function firstBlobs(targets: readonly CallTarget[], world: World): CallTarget[] {
  const taken = new Set(targets.map(({ id }) => world.blobs.get(id)?.org_id))
  return targets.flatMap(({ scope, id }) => {
    const [first] = scope === 'org' && !taken.has(id) ? world.blobs.by('org', id).oldest() : []
    return first === undefined ? [] : [{ scope: 'blob', id: first.record.id } as const]
  })
}

function administered(world: World, userId: string): CallTarget[] {
  for (const { record } of world.members.by('user', userId).oldest())
    if (record.role === 'admin') return [{ scope: record.target, id: record.target_id }]
  return []
}

function unique(grants: readonly Grant[]): Grant[] {
  return [...new Map(grants.map((grant) => [grantKey(grant), grant])).values()]
}

/** A grant on a target that no call is about, with words for all targets that would serve alike. */
export function generalized(grant: Grant, calls: readonly TriedCall[]): Grant {
  if (grant.scope === 'user' || calls.some(({ targets }) => targets.some(({ id }) => id === grant.id))) return grant
  const [{ before, targets }] = calls as [TriedCall]
  const isInOrg = targets.some(({ id }) => id === grant.org_id)
  const org = isInOrg ? ` of org ${before.orgs.get(grant.org_id!)!.alias}` : ''
  return { ...grant, any: `any ${grant.scope}${org}` }
}
