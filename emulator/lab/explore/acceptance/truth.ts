import { worldBetween, worldDifferences } from '../canonical.ts'
import type { Judgement } from '../judgement.ts'
import { between } from '../output.ts'
import { readsBoth } from '../what-was-read.ts'
import { findAcceptances } from '../plan.ts'
import { differentWorld, judgeIgnored, sameWorld, succeeded, wrongOutput, wrongWorld } from './compare.ts'
import { survived, type Claim } from './claim.ts'

/** Judges a run during which the truth changed: output and world have to be those of one reference, or output between two. */
export function judgeTruth(claim: Claim): Judgement {
  if (isMixed(claim)) return judgeMixed(claim)
  const wrong = wrongWorld(claim)
  if (wrong !== undefined) return wrong
  const same = sameWorld(claim)
  const different = wrongOutput(claim, same)
  const isEither = claim.rights.slice(0, 2).every((right) => same.includes(right))
  if (different === undefined || (isEither && isBetween(claim))) return judgeIgnored(claim)
  const said = succeeded(claim.rights).filter((right) => claim.agree(right.output, claim.run.output))
  return said.length === 0 ? different : differentWorld(claim, said)
}

/** Judges a run in which one name meant two records: its output may only be wrong where it read both. */
function judgeMixed(claim: Claim): Judgement {
  const isRead = findAcceptances(claim.plans).some(
    (accepts) => 'names' in accepts && readsBoth(accepts.names ?? [], claim.run),
  )
  if (!isRead) return survived
  const wrong = isBetween(claim) ? undefined : wrongOutput(claim, succeeded(claim.rights))
  return wrong ?? judgeIgnored(claim)
}

/** Whether each record stands where one of the two references has it, because a name meant another record from one call on. */
function isMixed({ plans, run, rights: [atEnd, before] }: Claim): boolean {
  const isNamed = findAcceptances(plans).some((accepts) => 'names' in accepts)
  if (!isNamed || atEnd === undefined || before === undefined) return false
  const isOfFailure = before.outcome.end !== 'succeeded' && worldDifferences(before.world, run.world).length === 0
  return !isOfFailure && worldBetween(run.world, atEnd.world, before.world)
}

/** Whether an output lies between those of the change made at the end and made before. */
function isBetween({ run, rights: [atEnd, before] }: Claim): boolean {
  return before !== undefined && between(run.output, atEnd?.output, before.output)
}
