import type { ClauseId } from '../../contract/clauses.ts'
import { clauses } from '../../contract/clauses.ts'
import type { Exchange } from './asked.ts'
import {
  LOOK_AHEAD,
  differs,
  explainByMutants,
  explainByTime,
  explainsAlone,
  possibleTwins,
  runOn,
  type Hypothesis,
  type Timeline,
} from './hypotheses.ts'
import { findUnit, isRead } from './find-unit.ts'
import { Suspects } from './suspects.ts'
import { seeDecision } from './facts/refusals.ts'
import { seePair } from './facts/seen-answer.ts'
import { takeStep, taintRequest, type TimelineStep } from './timeline.ts'
import type { Twin } from './twin.ts'

/** A difference, and the clauses that it is laid to. */
export interface Divergence {
  readonly step: TimelineStep
  readonly explainedBy: 'mutant' | 'citation'
  /** The likeliest first. */
  readonly clauses: readonly ClauseId[]
}

export interface Analysis {
  /** Each exchange as the twin that explains the most compares. */
  readonly steps: readonly TimelineStep[]
  /** The twin before each exchange. */
  readonly before: readonly Twin[]
  readonly divergences: readonly Divergence[]
}

/** Told of each difference, and the clauses that it is laid to, as it is found. */
type OnDivergence = (divergence: Divergence) => void

/** Differences for which an explanation is searched; a target with more is another service. */
const MAX_EXPLAINED = 25

/**
 * Compares a transcript with a twin, exchange by exchange. At a difference, time that passed at the target and mutants of the contract are
 * asked for an explanation; the run goes on with the twin that explains it, so that what follows from a difference is no second one.
 */
export function analyse(exchanges: readonly Exchange[], start: Twin, onDivergence?: OnDivergence): Analysis {
  const timeline: Timeline = { steps: [], before: [] }
  const divergences: Divergence[] = []
  const diverges = (divergence: Divergence): void => {
    divergences.push(divergence)
    onDivergence?.(divergence)
  }
  let rarity: ReadonlyMap<string, number> | undefined
  const findRarity = (): ReadonlyMap<string, number> => (rarity ??= countCitations(exchanges, start.fork()))
  let broken: readonly string[] = []
  let twin = start.fork()
  let from = 0
  const accepted = new Set<number>()
  const suspects = new Suspects()
  for (;;) {
    const at = runOn(timeline, twin, exchanges, from, accepted)
    if (at === exchanges.length) return { ...timeline, divergences }
    const step = timeline.steps[at]!
    if (!differs(step)) {
      const time = explainByTime(timeline, exchanges, at)
      accepted.add(at)
      twin = time?.twin.fork() ?? timeline.before[at]!.fork()
      from = time?.from ?? at
      continue
    }
    const unknown = findUnknownCause(timeline.before[at]!, exchanges[at]!)
    if (unknown !== undefined) {
      timeline.steps[at] = { ...step, undecided: unknown }
      twin = goOnUnexplained(timeline, twin, exchanges[at]!, at)
      from = at + 1
      continue
    }
    const isOther = divergences.length >= MAX_EXPLAINED
    const explanation = isOther ? undefined : findExplanation(timeline, exchanges, at, broken, findRarity())
    if (explanation === undefined) {
      const reason = suspects.find(step) ?? findSilence(step)
      if (reason !== undefined) timeline.steps[at] = { ...step, undecided: reason }
      else diverges({ step, explainedBy: 'citation', clauses: rankCited(step, findRarity()) })
      suspects.add(step)
      twin = goOnUnexplained(timeline, twin, exchanges[at]!, at)
      from = at + 1
      continue
    }
    const [best] = explanation
    if (best.mutant !== undefined) {
      diverges(laidTo(step, explanation))
      suspects.add(step)
      broken = [...broken, best.mutant.id]
    }
    twin = best.twin.fork()
    from = best.from
  }
}

/** A write whose outcome is not known, from which a difference may follow; people and their organizations are shown to all probe files. */
function findUnknownCause({ memory }: Twin, { asked }: Exchange): string | undefined {
  const number = memory.findUnknownWrite(findUnit(asked)?.path.startsWith('/users') === true ? undefined : asked.probe)
  return number === undefined ? undefined : `it may follow from exchange ${number}, whose answer did not come`
}

/** The assumption that alone decided whether the twin admits a request; what the target does there is a fact about it. */
function findSilence(step: TimelineStep): string | undefined {
  const pair = seePair(step)
  const [found] = pair === undefined ? [] : seeDecision(pair)
  return found && `the specification is silent here: ${found.assumption} is the twin's answer`
}

type Explanation = readonly [Hypothesis, ...Hypothesis[]]

function findExplanation(
  timeline: Timeline,
  exchanges: readonly Exchange[],
  at: number,
  broken: readonly string[],
  rarity: ReadonlyMap<string, number>,
): Explanation | undefined {
  const time = explainByTime(timeline, exchanges, at)
  if (time !== undefined && time.reach >= Math.min(exchanges.length, at + LOOK_AHEAD)) return [time]
  const [best, ...others] = explainByMutants(timeline, exchanges, at, broken, rarity)
  if (best === undefined) return time === undefined ? explainByBoth(timeline, exchanges, at, broken, rarity) : [time]
  if (time !== undefined && (time.reach >= best.reach || !explainsAlone(best, exchanges, at))) return [time]
  return [best, ...others.filter(({ reach }) => reach === best.reach)]
}

function laidTo(step: TimelineStep, explanation: Explanation): Divergence {
  const ids = explanation.flatMap(({ mutant }) => (mutant === undefined ? [] : [mutant]))
  return {
    step,
    explainedBy: 'mutant',
    clauses: [...new Set(ids.map(({ clause }) => clause as ClauseId))],
  }
}

const known: ReadonlySet<string> = new Set(clauses.map(({ id }) => id))

/** The clauses that an answer rests on, those first that fewest answers of the run rest on. */
function rankCited({ twin }: TimelineStep, rarity: ReadonlyMap<string, number>): ClauseId[] {
  return twin.statements
    .filter((id): id is ClauseId => known.has(id))
    .toSorted((a, b) => (rarity.get(a) ?? 0) - (rarity.get(b) ?? 0))
}

/** How many answers of the twin rest on each statement, over the whole run. */
function countCitations(exchanges: readonly Exchange[], twin: Twin): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const exchange of exchanges)
    for (const id of takeStep(twin, exchange).twin.statements) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

/** Ends of pending work that are tried at most before mutants are asked again. */
const MAX_ENDS = 8

/** Time that passed at the target, and a sentence that it breaks at the same moment. */
function explainByBoth(
  timeline: Timeline,
  exchanges: readonly Exchange[],
  at: number,
  broken: readonly string[],
  rarity: ReadonlyMap<string, number>,
): Explanation | undefined {
  let tried = 0
  for (const twin of possibleTwins(timeline.before[at]!)) {
    if (tried++ === MAX_ENDS) return undefined
    const later = { steps: [...timeline.steps], before: [...timeline.before] }
    later.before[at] = twin
    later.steps[at] = takeStep(twin.fork(), exchanges[at]!)
    const found = explainByMutants(later, exchanges, at, broken, rarity).filter(({ from }) => from === at)
    const [best, ...others] = found
    if (best !== undefined) return [best, ...others.filter(({ reach }) => reach === best.reach)]
  }
  return undefined
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
