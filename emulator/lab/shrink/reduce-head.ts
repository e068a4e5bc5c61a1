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
