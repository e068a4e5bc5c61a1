import { findLeast } from './find-least.ts'
import type { Small } from './small.ts'
import type { Tries } from './tries.ts'

/** Leaves out triggers that the failure does not need. */
export async function reduceTriggers(tries: Tries): Promise<void> {
  const { triggers = [], chaos } = tries.least.scenario
  if (chaos !== undefined) await take(tries, { chaos: undefined })
  await findLeast(triggers, (kept) => take(tries, { triggers: kept.length === 0 ? undefined : [...kept] }))
}

/** Removes steps before and after the failing one. */
export async function reduceSteps(tries: Tries): Promise<void> {
  const { steps = [] } = tries.least.scenario
  await findLeast(steps, (kept) => take(tries, { steps: [...kept] }))
}

/** Pairs that are tried at most. */
const MOST_PAIRS = 500

/**
 * Leaves out a trigger with its step, and two steps, of which neither can go without the other. Returns true if some
 * went: then others may go alone.
 */
export async function reducePairs(tries: Tries): Promise<boolean> {
  const { triggers = [], steps } = tries.least.scenario
  const size = triggers.length + (steps?.length ?? 0)
  const gone = new Set<number>()
  for (const pair of listPairs(size).slice(0, MOST_PAIRS)) {
    if (pair.some((n) => gone.has(n))) continue
    const stays = (n: number): boolean => !gone.has(n) && !pair.includes(n)
    const left = triggers.filter((_, n) => stays(n))
    const kept = {
      triggers: left.length === 0 ? undefined : left,
      ...(steps !== undefined && { steps: steps.filter((_, n) => stays(triggers.length + n)) }),
    }
    if (await take(tries, kept)) for (const n of pair) gone.add(n)
  }
  return gone.size > 0
}

/** Pairs of places, the last ones first. */
function listPairs(size: number): [number, number][] {
  const places = Array.from({ length: size }, (_, n) => size - 1 - n)
  return places.flatMap((later) => places.filter((n) => n < later).map((n): [number, number] => [later, n]))
}

/** Removes unused keys, and clauses that do not matter for the failure. */
export async function reduceNames(tries: Tries): Promise<void> {
  const { clauses, contract, keys = {} } = tries.least.scenario
  if (clauses !== undefined || contract !== undefined) await take(tries, { clauses: undefined, contract: undefined })
  await findLeast(Object.entries(keys), (kept) =>
    take(tries, { keys: kept.length === 0 ? undefined : Object.fromEntries(kept) }),
  )
}

/** Tries the scenario with other parts. */
function take(tries: Tries, changes: Parameters<Small['with']>[0]): Promise<boolean> {
  return tries.take(() => tries.least.with(changes))
}
