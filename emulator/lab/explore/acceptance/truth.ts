import { isWorldBetween, worldDifferences } from '../../engine/canonical.ts'
import type { Judgement } from '../judgement.ts'
import { isBetween } from '../../engine/output.ts'
import { readsBoth } from '../journal-calls.ts'
import { findAcceptances } from '../plan.ts'
import { differentWorld, judgeIgnored, findSameWorld, onlySucceeded, wrongOutput, wrongWorld } from './compare.ts'
import { survived, type Claim } from './claim.ts'

/**
 * Judges a run during which another writer changed the world: output and world match one reference, or the output lies
 * between two.
 */
export function judgeTruth(claim: Claim): Judgement {
  if (isMixed(claim)) return judgeMixed(claim)
  const wrong = wrongWorld(claim)
  if (wrong !== undefined) return wrong
  const same = findSameWorld(claim)
  const different = wrongOutput(claim, same)
  const isEither = claim.correctRuns.slice(0, 2).every((right) => same.includes(right))
  if (different === undefined || (isEither && isOutputBetween(claim))) return judgeIgnored(claim)
  const said = onlySucceeded(claim.correctRuns).filter((right) => claim.agree(right.output, claim.run.output))
  return said.length === 0 ? different : differentWorld(claim, said)
}

/** Judges a run in which one name meant two records: its output may be wrong only if it read both. */
function judgeMixed(claim: Claim): Judgement {
  const isRead = findAcceptances(claim.plans).some(
    (accepts) => 'names' in accepts && readsBoth(accepts.names ?? [], claim.run),
  )
  if (!isRead) return survived
  const wrong = isOutputBetween(claim) ? undefined : wrongOutput(claim, onlySucceeded(claim.correctRuns))
  return wrong ?? judgeIgnored(claim)
}

/** True if each record is as in one of the two references, because a name changed its meaning between two calls. */
function isMixed({ plans, run, correctRuns: [atEnd, before] }: Claim): boolean {
  const isNamed = findAcceptances(plans).some((accepts) => 'names' in accepts)
  if (!isNamed || atEnd === undefined || before === undefined) return false
  const isOfFailure = before.outcome.end !== 'succeeded' && worldDifferences(before.world, run.world).length === 0
  return !isOfFailure && isWorldBetween(run.world, atEnd.world, before.world)
}

/** True if an output lies between those of the change at the end and before the start. */
function isOutputBetween({ run, correctRuns: [atEnd, before] }: Claim): boolean {
  return before !== undefined && isBetween(run.output, atEnd?.output, before.output)
}
