import { grantKey, isAtMost, leastGrants, type Grant } from './grant.ts'
import type { TriedCall } from './tried-call.ts'

/** The keys that a run needs. */
export interface LeastKeys {
  /** The least keys that serve all calls alone; empty if no single key does. */
  readonly needed: readonly Grant[]
  /** A least set of keys, if no single key is enough, or if each of the set allows less than the single key. */
  readonly set: readonly Grant[]
}

/** A call of one user, with its least keys and all that were tried. */
export interface Need {
  readonly call: TriedCall
  readonly needed: readonly Grant[]
}

/** Finds the least keys of the calls of one user. */
export function findLeastKeys(needs: readonly Need[], candidates: readonly Grant[]): LeastKeys {
  const needed = leastGrants(candidates.filter((grant) => needs.every(({ call }) => call.isServedBy(grant))))
  const set = findSet(needs)
  const isNarrower = set.length > 1 && set.every((grant) => !needed.some((single) => isAtMost(single, grant)))
  return { needed, set: isNarrower ? set : [] }
}

/**
 * A least key for each call, without keys whose calls the others serve. Keys that serve few calls are dropped first.
 */
function findSet(needs: readonly Need[]): Grant[] {
  const count = (grant: Grant) => needs.filter(({ call }) => call.isServedBy(grant)).length
  const best = needs.map(({ needed }) => needed.toSorted((a, b) => count(b) - count(a))[0]!)
  let set = [...new Map(best.map((grant) => [grantKey(grant), grant])).values()]
  for (const grant of set.toSorted((a, b) => count(a) - count(b))) {
    const others = set.filter((other) => other !== grant)
    if (needs.every(({ call }) => others.some((other) => call.isServedBy(other)))) set = others
  }
  return set
}
