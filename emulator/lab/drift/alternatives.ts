import { alternatives, type NamedAlternative } from '../../contract/assumptions.ts'
import type { Fact } from '../../host/facts/facts.ts'
import type { Analysis } from './analyse.ts'
import type { ComparedExchange } from './asked.ts'
import { agrees } from './facts/collect-facts.ts'
import { seePair } from './facts/seen-answer.ts'
import { forkOtherwise } from './find-alternative.ts'
import { takeStep } from './timeline.ts'

/** An alternative with which the twin answers more like the target. */
interface Proposal {
  readonly by: NamedAlternative
  /** Positions of the exchanges that it explains. */
  readonly explains: readonly number[]
}

/**
 * Finds alternatives to assumptions by which the target answers: with one of them the twin agrees where it did not, in
 * all that a service may choose but values, and still agrees where it did. Gives a fact for each, and the other facts but
 * those about the same assumptions.
 */
export function settleByAlternatives(analysis: Analysis, facts: readonly Fact[], on: string): Fact[] {
  const agreed = analysis.steps.map(agreesIn)
  const proposals = alternatives
    .filter(({ by }) => by.mutator !== 'settings')
    .flatMap((by) => propose(analysis, agreed, by))
  const best = proposals.filter((each) => proposals.every((other) => !isBetter(other, each)))
  const found = best.map(({ by, explains: [first] }): Fact => ({
    assumption: by.assumption,
    alternative: by.id,
    observed: by.says,
    on,
    exchange: seePair(analysis.steps[first!]!)!.exchange,
  }))
  const settled = new Set(found.map(({ assumption }) => assumption))
  return [
    ...found,
    ...facts.filter(({ assumption, setting }) => setting !== undefined || !settled.has(assumption as never)),
  ]
}

/** True for another alternative to the same assumption that explains more, or as much and is named first. */
function isBetter(other: Proposal, each: Proposal): boolean {
  if (other === each || other.by.assumption !== each.by.assumption) return false
  const more = other.explains.length - each.explains.length
  return more > 0 || (more === 0 && other.by.id < each.by.id)
}

/** Tries an alternative on each exchange whose answer rests on its assumption, those first that do not agree. */
function propose(
  { steps, before }: Analysis,
  agreed: readonly (boolean | undefined)[],
  by: NamedAlternative,
): Proposal[] {
  const resting = [...steps.keys()].filter((at) => steps[at]!.twin.statements.includes(by.assumption))
  const agreesWith = (at: number): boolean | undefined =>
    agreesIn(takeStep(forkOtherwise(before[at]!, by), steps[at]!.exchange))
  const explains = resting.filter((at) => agreed[at] === false && agreesWith(at) === true)
  if (explains.length === 0) return []
  const isWorse = resting.some((at) => agreed[at] === true && agreesWith(at) === false)
  return isWorse ? [] : [{ by, explains }]
}

/** Compares both answers but for values; undefined where one of them is none of the API. */
function agreesIn(compared: ComparedExchange): boolean | undefined {
  const pair = seePair(compared)
  return pair && agrees(pair)
}
