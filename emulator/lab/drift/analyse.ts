import type { ClauseId } from '../../contract/clauses.ts'
import { clauses } from '../../contract/clauses.ts'
import type { Exchange } from './asked.ts'
import {
  LOOK_AHEAD,
  differs,
  explainByMutants,
  explainByTime,
  runOn,
  type Hypothesis,
  type Timeline,
} from './hypotheses.ts'
import { isRead } from './find-unit.ts'
import { Suspects } from './suspects.ts'
import { taintRequest, type TimelineStep } from './timeline.ts'
import type { Twin } from './twin.ts'

/** A difference, and the clauses that it is laid to. */
export interface Divergence {
  readonly step: TimelineStep
  readonly explainedBy: 'mutant' | 'citation'
  /** The likeliest first. */
  readonly clauses: readonly ClauseId[]
  readonly mutants: readonly string[]
}

export interface Analysis {
  /** Each exchange as the twin that explains the most compares. */
  readonly steps: readonly TimelineStep[]
  readonly divergences: readonly Divergence[]
}

/** Differences for which an explanation is searched; a target with more is another service. */
const MAX_EXPLAINED = 25

/**
 * Compares a transcript with a twin, exchange by exchange. At a difference, time that passed at the target and mutants of the contract are
 * asked for an explanation; the run goes on with the twin that explains it, so that what follows from a difference is no second one.
 */
export function analyse(exchanges: readonly Exchange[], start: Twin): Analysis {
  const timeline: Timeline = { steps: [], before: [] }
  const divergences: Divergence[] = []
  let broken: readonly string[] = []
  let twin = start.fork()
  let from = 0
  const accepted = new Set<number>()
  const suspects = new Suspects()
  for (;;) {
    const at = runOn(timeline, twin, exchanges, from, accepted)
    if (at === exchanges.length) return { steps: timeline.steps, divergences }
    const step = timeline.steps[at]!
    if (!differs(step)) {
      const time = explainByTime(timeline, exchanges, at)
      accepted.add(at)
      twin = time?.twin.fork() ?? timeline.before[at]!.fork()
      from = time?.from ?? at
      continue
    }
    const isOther = divergences.length >= MAX_EXPLAINED
    const explanation = isOther ? undefined : findExplanation(timeline, exchanges, at, broken)
    if (explanation === undefined) {
      const reason = suspects.find(step)
      if (reason !== undefined) timeline.steps[at] = { ...step, undecided: reason }
      else divergences.push({ step, explainedBy: 'citation', clauses: rankCited(timeline, step), mutants: [] })
      suspects.add(step)
      twin = goOnUnexplained(timeline, twin, exchanges[at]!, at)
      from = at + 1
      continue
    }
    const [best] = explanation
    if (best.mutant !== undefined) {
      divergences.push(laidTo(step, explanation))
      suspects.add(step)
      broken = [...broken, best.mutant.id]
    }
    twin = best.twin.fork()
    from = best.from
  }
}

type Explanation = readonly [Hypothesis, ...Hypothesis[]]

function findExplanation(
  timeline: Timeline,
  exchanges: readonly Exchange[],
  at: number,
  broken: readonly string[],
): Explanation | undefined {
  const time = explainByTime(timeline, exchanges, at)
  if (time !== undefined && time.reach >= Math.min(exchanges.length, at + LOOK_AHEAD)) return [time]
  const [best, ...others] = explainByMutants(timeline, exchanges, at, broken)
  if (best === undefined) return time === undefined ? undefined : [time]
  if (time !== undefined && time.reach >= best.reach) return [time]
  return [best, ...others.filter(({ reach }) => reach === best.reach)]
}

function laidTo(step: TimelineStep, explanation: Explanation): Divergence {
  const ids = explanation.flatMap(({ mutant }) => (mutant === undefined ? [] : [mutant]))
  return {
    step,
    explainedBy: 'mutant',
    clauses: [...new Set(ids.map(({ clause }) => clause as ClauseId))],
    mutants: ids.map(({ id }) => id),
  }
}

const known: ReadonlySet<string> = new Set(clauses.map(({ id }) => id))

/** The clauses that an answer rests on, those first that fewest answers rest on. */
function rankCited(timeline: Timeline, { twin }: TimelineStep): ClauseId[] {
  const count = (id: string): number =>
    timeline.steps.filter((each) => (each.twin.statements as readonly string[]).includes(id)).length
  return twin.statements
    .filter((id): id is ClauseId => known.has(id))
    .map((id) => ({ id, count: count(id) }))
    .toSorted((a, b) => a.count - b.count)
    .map(({ id }) => id)
}

/** The twin after a difference that nothing explains. Where only one of both wrote, what the request was about is left out from now on. */
function goOnUnexplained(timeline: Timeline, moved: Twin, exchange: Exchange, at: number): Twin {
  const { twin: answer, comparison } = timeline.steps[at]!
  if (isRead(answer.unit) || !comparison.oneRefused) return moved
  const twin = timeline.before[at]!.fork()
  taintRequest(
    twin,
    exchange,
    `it rests on exchange ${exchange.number}, where both differ (${comparison.differences[0]})`,
  )
  return twin
}
