import type { Caller } from '../../engine/kernel/caller.ts'
import type { World } from '../../engine/world/world.ts'
import { findTargets, type CallTarget } from './call-targets.ts'
import { findDifference, type AccessDifference } from './difference.ts'
import { grantKey, readGrant, isAtMost, leastGrants, type Grant } from './grant.ts'
import { mintActingToken, mintKey } from './mint-key.ts'
import type { RecordedCall } from './recorded-call.ts'
import { tryAs, type Trial } from './trial.ts'

/** The difference that a key makes to a call: null if there is none, undefined if there is no such key. */
export type TriedOutcome = AccessDifference | null | undefined

/** A call of a run in the world before it, which can be repeated with any key. */
export class TriedCall {
  readonly call: RecordedCall
  /** The caller of the recorded call. */
  readonly caller: Caller
  /** The credential that it came with. */
  readonly used: Grant
  readonly before: World
  /** The organizations and blobs that it is about. */
  readonly targets: readonly CallTarget[]
  /** The answer to the credential that it came with, without faults. */
  readonly answered: Trial
  readonly #outcomes = new Map<string, TriedOutcome>()

  private constructor(call: RecordedCall, before: World, caller: Caller) {
    this.call = call
    this.before = before
    this.caller = caller
    this.used = readGrant(before, caller)
    this.answered = tryAs(before, call.asked, caller)
    this.targets = findTargets(this.answered.exchange, before)
    this.#outcomes.set(grantKey(this.used), null)
  }

  /** Repeats a call with its own credentials; undefined if they are not known. */
  static from(call: RecordedCall): TriedCall | undefined {
    const before = call.findWorld()
    const caller = call.findCaller(before)
    return caller && new TriedCall(call, before, caller)
  }

  /** Mints a key of a grant for the caller's user, and repeats the call with it. */
  outcome(grant: Grant): TriedOutcome {
    const key = grantKey(grant)
    if (!this.#outcomes.has(key)) this.#outcomes.set(key, this.#try(grant))
    return this.#outcomes.get(key)
  }

  /** True if the call has the same result with a key of this grant. */
  isServedBy(grant: Grant): boolean {
    return this.outcome(grant) === null
  }

  /** The least of these grants that serve the call. */
  needed(candidates: readonly Grant[]): Grant[] {
    return leastGrants(candidates.filter((grant) => this.isServedBy(grant)))
  }

  /** The reason why less than a grant does not serve the call: a lower role, or else a narrower scope. */
  because(
    grant: Grant,
    candidates: readonly Grant[],
  ): { readonly tried: Grant; readonly why: AccessDifference } | undefined {
    const below = candidates.filter((each) => grantKey(each) !== grantKey(grant) && isAtMost(each, grant))
    const [nearest] = [...below.filter(({ id }) => id === grant.id).toReversed(), ...below.toReversed()].flatMap(
      (tried) => {
        const why = this.outcome(tried)
        return why ? [{ tried, why }] : []
      },
    )
    return nearest
  }

  #try(grant: Grant): TriedOutcome {
    const { before, call } = this
    const caller = this.#callerWith(grant)
    if (caller === undefined) return undefined
    return findDifference(this.answered, tryAs(before, call.asked, caller), before) ?? null
  }

  #callerWith(grant: Grant): Caller | undefined {
    const { before, caller } = this
    // The key of another user answers for another user.
    if (grant.scope === 'user' && grant.id !== caller.user.id) return undefined
    if (grant.acting !== true) return mintKey(before, caller.user, grant)
    return caller.human === null ? undefined : mintActingToken(before, caller.user, caller.human)
  }
}
