import { groupBy } from '../../engine/checking/counts.ts'
import { Candidates, generalized } from './candidates.ts'
import type { AccessDifference } from './difference.ts'
import { describeGrant, grantKey, isAtMost, type Grant, leastGrants } from './grant.ts'
import { findPerimeter, type Perimeter } from './perimeter.ts'
import { TriedCall } from './tried-call.ts'
import type { RecordedCall } from './recorded-call.ts'

/** Calls of one unit with the same credential and the same need. */
export interface CallReport {
  readonly unit: string
  readonly count: number
  readonly used: Grant
  /** The least keys with which the call does the same. */
  readonly needed: readonly Grant[]
  /** The reason why less than the first of them is not enough; null if there is nothing less. */
  readonly because: AccessDifference | null
  /** Refusals that a service account would meet, if there are any. */
  readonly perimeter?: Perimeter
  /** Numbers of the entries in the journal. */
  readonly entries: readonly number[]
  /** The first request as it was sent: `POST /v1/blobs/acme`. */
  readonly sent: string
  /** The call needs more than it may. */
  readonly exceeds?: true
}

export interface PermissionsReport {
  readonly calls: readonly CallReport[]
  readonly run: LeastKeys
  /** The most that each call may need. */
  readonly at_most?: Grant
  /** Number of calls without known credentials, which need no key. */
  readonly anonymous: number
}

/** Called with the number of calls that were repeated with other keys, and of all calls. */
export type OnTried = (done: number, of: number) => void

/** Finds the least keys of a run by experiment: repeats each call, in the world before it, with every possible key. */
export function findPermissions(calls: readonly RecordedCall[], bound?: Grant, onTried?: OnTried): PermissionsReport {
  const tried = calls.flatMap((call) => TriedCall.from(call) ?? [])
  let done = 0
  const tell = (): void => onTried?.(++done, tried.length)
  const users = [...groupBy(tried, principalKey).values()].map((own) => new UserRun(own, bound, tell))
  return {
    calls: users.flatMap((user) => user.reports()).toSorted((a, b) => a.entries[0]! - b.entries[0]!),
    run: joined(users.map((user) => user.least)),
    ...(bound !== undefined && { at_most: bound }),
    anonymous: calls.length - tried.length,
  }
}

/** Keys of two users are never one: each user needs its own. */
function joined(least: readonly LeastKeys[]): LeastKeys {
  if (least.length < 2) return least[0] ?? { needed: [], set: [] }
  return { needed: [], set: least.flatMap(({ needed, set }) => (set.length > 0 ? set : needed.slice(0, 1))) }
}

/** The user that a credential authenticates as; with an acting token, the human behind it, too. */
function principalKey({ caller: { user, human, acting } }: TriedCall): string {
  return acting ? `${user.id} ${human!.id}` : user.id
}

/** The calls of one user in a run. */
class UserRun {
  readonly least: LeastKeys
  readonly #needs: readonly RoleNeed[]
  readonly #candidates: Candidates
  readonly #bound: Grant | undefined

  constructor(calls: readonly TriedCall[], bound: Grant | undefined, tell: () => void) {
    this.#bound = bound
    this.#candidates = new Candidates(calls, bound)
    this.#needs = calls.map((call) => {
      const needed = call.needed(this.#candidates.for(call))
      tell()
      return { call, needed }
    })
    const { needed, set } = findLeastKeys(this.#needs, this.#candidates.all)
    const shown = (grants: readonly Grant[]) => grants.map((grant) => generalized(grant, calls))
    this.least = { needed: firstOfEach(shown(needed)), set: shown(set) }
  }

  reports(): CallReport[] {
    return [...groupBy(this.#needs, needKey).values()].map((group) => this.#report(group as [RoleNeed, ...RoleNeed[]]))
  }

  #report(group: readonly [RoleNeed, ...RoleNeed[]]): CallReport {
    const [{ call, needed }] = group
    const because = call.because(needed[0]!, this.#candidates.for(call))
    const perimeter = findPerimeter(call)
    return {
      unit: call.call.unit,
      count: group.length,
      used: call.used,
      needed: needed.map((grant) => generalized(grant, [call])),
      because:
        because === undefined
          ? null
          : { ...because.why, difference: `${describeGrant(because.tried)} ${because.why.difference}` },
      ...(perimeter !== undefined && { perimeter }),
      entries: group.map((each) => each.call.call.entry),
      sent: describeSent(call.call),
      ...(group.some((need) => this.#exceeds(need)) && { exceeds: true }),
    }
  }

  #exceeds({ call, needed }: RoleNeed): boolean {
    const bound = this.#bound
    if (bound === undefined || call.isServedBy(bound)) return false
    return !needed.some((grant) => isAtMost(grant, bound))
  }
}

/** The first of the keys that are described alike: one example is enough. */
function firstOfEach(grants: readonly Grant[]): Grant[] {
  return [...new Map(grants.toReversed().map((grant) => [describeGrant(grant), grant])).values()].toReversed()
}

function needKey({ call, needed }: RoleNeed): string {
  return JSON.stringify([call.call.unit, grantKey(call.used), needed.map(grantKey)])
}

function describeSent({ asked: { request, command } }: RecordedCall): string {
  return command === undefined ? `${request.method} ${request.url.split('?', 1)[0]}` : command.method
}

/** The keys that a run needs. */
interface LeastKeys {
  /** The least keys that serve all calls alone; empty if no single key does. */
  readonly needed: readonly Grant[]
  /** A least set of keys, if no single key is enough, or if each of the set allows less than the single key. */
  readonly set: readonly Grant[]
}

/** A call of one user, with its least keys and all that were tried. */
interface RoleNeed {
  readonly call: TriedCall
  readonly needed: readonly Grant[]
}

/** Finds the least keys of the calls of one user. */
function findLeastKeys(needs: readonly RoleNeed[], candidates: readonly Grant[]): LeastKeys {
  const needed = leastGrants(candidates.filter((grant) => needs.every(({ call }) => call.isServedBy(grant))))
  const set = findSet(needs)
  const isNarrower = set.length > 1 && set.every((grant) => !needed.some((single) => isAtMost(single, grant)))
  return { needed, set: isNarrower ? set : [] }
}

/**
 * A least key for each call, without keys whose calls the others serve. Keys that serve few calls are dropped first.
 */
function findSet(needs: readonly RoleNeed[]): Grant[] {
  const count = (grant: Grant) => needs.filter(({ call }) => call.isServedBy(grant)).length
  const best = needs.map(({ needed }) => needed.toSorted((a, b) => count(b) - count(a))[0]!)
  let set = [...new Map(best.map((grant) => [grantKey(grant), grant])).values()]
  for (const grant of set.toSorted((a, b) => count(a) - count(b))) {
    const others = set.filter((other) => other !== grant)
    if (needs.every(({ call }) => others.some((other) => call.isServedBy(other)))) set = others
  }
  return set
}
