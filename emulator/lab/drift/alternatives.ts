import { alternatives, type NamedAlternative } from '../../contract/variants.ts'
import type { Fact } from '../../host/facts/facts.ts'
import type { Analysis } from './analyse.ts'
import type { ComparedExchange } from './asked.ts'
import { agrees } from './facts/collect-facts.ts'
import { seePair } from './facts/seen-answer.ts'
import { forkOtherwise } from './find-silence.ts'
import { takeStep } from './timeline.ts'

/** An alternative that makes the twin answer more like the target. */
interface Proposal {
  readonly by: NamedAlternative
  /** Positions of the exchanges that it explains. */
  readonly explains: readonly number[]
}

/**
 * Finds alternatives to assumptions that the target follows. With such an alternative the twin agrees in exchanges
 * where it did not agree before, and still agrees in the others; values are not compared. Returns a fact for each
 * alternative, and `facts` without those about the same assumptions. `isSeen`: says by the numbers of the exchanges that
 * an alternative explains whether it is a fact.
 */
export function settleByAlternatives(
  analysis: Analysis,
  facts: readonly Fact[],
  { on, isSeen }: { readonly on: string; readonly isSeen: (numbers: readonly number[]) => boolean },
): Fact[] {
  const agreed = analysis.steps.map(agreesIn)
  const proposals = alternatives
    .filter(({ by }) => by.mutator !== 'settings')
    .flatMap((by) => propose(analysis, agreed, by))
  const best = proposals
    .filter((each) => proposals.every((other) => !isBetter(other, each)))
    .filter(({ explains }) => isSeen(explains.map((at) => analysis.steps[at]!.exchange.number)))
  const found = best.map(({ by, explains: [first] }): Fact => ({
    assumption: by.statement,
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

/**
 * True if `other` is an alternative to the same assumption that explains more exchanges, or as many with a lesser id.
 */
function isBetter(other: Proposal, each: Proposal): boolean {
  if (other === each || other.by.statement !== each.by.statement) return false
  const more = other.explains.length - each.explains.length
  return more > 0 || (more === 0 && other.by.id < each.by.id)
}

/**
 * Tries an alternative on each exchange whose answer rests on its assumption. Returns nothing if one that agreed no
 * longer does.
 */
function propose(
  { steps, before }: Analysis,
  agreed: readonly (boolean | undefined)[],
  by: NamedAlternative,
): Proposal[] {
  const resting = [...steps.keys()].filter((at) => steps[at]!.twin.statements.includes(by.statement))
  const agreesWith = (at: number): boolean | undefined =>
    agreesIn(takeStep(forkOtherwise(before[at]!, by), steps[at]!.exchange))
  const explains = resting.filter((at) => agreed[at] === false && agreesWith(at) === true)
  if (explains.length === 0) return []
  const isWorse = resting.some((at) => agreed[at] === true && agreesWith(at) === false)
  return isWorse ? [] : [{ by, explains }]
}

/** True if both answers agree in everything but values; undefined if one of them is no answer of the API. */
function agreesIn(compared: ComparedExchange): boolean | undefined {
  const pair = seePair(compared)
  return pair && agrees(pair)
}
