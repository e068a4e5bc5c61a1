import type { ObservedExchange } from './asked.ts'
import {
  LOOK_AHEAD,
  explainByMutants,
  explainByTime,
  explainHere,
  explainsAlone,
  rank,
  type Hypothesis,
  type Search,
} from './hypotheses.ts'
import { possibleTwins } from './possible-twins.ts'
import { takeStep } from './timeline.ts'

/** At least one hypothesis; several explain a difference equally well, the likeliest first. */
export type Explanation = readonly [Hypothesis, ...Hypothesis[]]

/**
 * Explains a difference by time that passed at the target, by a sentence that the target breaks everywhere or in one
 * case, or by time and a sentence together.
 */
export async function explain(search: Search): Promise<Explanation | undefined> {
  const { exchanges, at } = search
  const time = explainByTime(search)
  if (time !== undefined && time.reach >= Math.min(exchanges.length, at + LOOK_AHEAD)) return [time]
  const everywhere = await explainByMutants(search)
  if (time !== undefined && !isBetter(takeBest(everywhere), time, exchanges, at)) return [time]
  const best = takeBest(rank([...everywhere, ...explainHere(search)], search)) ?? (await explainByBoth(search))
  return best ?? takeBest(explainAdmission(search))
}

/** Explains a difference by time that passed at the target, in little time: a run that is stopped calls it. */
export function explainByTimeAlone(search: Search): Explanation | undefined {
  const time = explainByTime(search)
  return time === undefined ? takeBest(explainAdmission(search)) : [time]
}

/**
 * Time that passed at the target, after which both sides admit the request. Any other difference is explained later.
 */
function explainAdmission({ timeline, exchanges, at }: Search): Hypothesis[] {
  if (timeline.steps[at]!.comparison.oneRefused !== true) return []
  for (const twin of possibleTwins(timeline.before[at]!)) {
    const { comparison, undecided } = takeStep(twin.fork(), exchanges[at]!)
    if (undecided === undefined && comparison.oneRefused !== true)
      return [{ mutant: undefined, reach: at, from: at, twin, cited: 0 }]
  }
  return []
}

function isBetter(
  best: Explanation | undefined,
  time: Hypothesis,
  exchanges: readonly ObservedExchange[],
  at: number,
): boolean {
  return best !== undefined && time.reach < best[0].reach && explainsAlone(best[0], exchanges, at)
}

function takeBest([best, ...others]: readonly Hypothesis[]): Explanation | undefined {
  return best && [best, ...others.filter(({ reach, isHere }) => reach === best.reach && isHere === best.isHere)]
}

/** Most states of pending work that are combined with mutants. */
const MAX_ENDS = 8

/** Time that passed at the target together with a sentence that it breaks in the same exchange. */
async function explainByBoth(search: Search): Promise<Explanation | undefined> {
  const { timeline, exchanges, at } = search
  let tried = 0
  for (const twin of possibleTwins(timeline.before[at]!)) {
    if (tried++ === MAX_ENDS) return undefined
    const later = { steps: [...timeline.steps], before: [...timeline.before] }
    later.before[at] = twin
    later.steps[at] = takeStep(twin.fork(), exchanges[at]!)
    const found = await explainByMutants({ ...search, timeline: later })
    const best = takeBest(found.filter(({ from }) => from === at))
    if (best !== undefined) return best
  }
  return undefined
}
