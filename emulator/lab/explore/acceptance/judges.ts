import type { Judgement } from '../judgement.ts'
import { type Claim, survived } from './claim.ts'
import { judgeIgnored, findSameWorld, wrongOutput, wrongWorld } from './compare.ts'
import { worldDifferences } from '../../engine/canonical.ts'
import { isEqual } from '../../engine/output.ts'
import { mentionsMore } from '../mentions-more.ts'

/** Compares world and output with the run without a fault. */
export function judgeByBaseline(claim: Claim): Judgement {
  return wrongWorld(claim) ?? wrongOutput(claim, findSameWorld(claim)) ?? judgeIgnored(claim)
}

/** Judges a run whose calls were handled in another order. Only worlds are compared: reads may see either order. */
export function judgeRace(claim: Claim): Judgement {
  return wrongWorld(claim) ?? survived
}

/** Judges a run whose listing was cut: it has to say so, unless its output does not depend on the added records. */
export function judgeCutListing({ run, baseline }: Claim): Judgement {
  const isUntouched = isEqual(run.output, baseline.output) && worldDifferences(baseline.world, run.world).length === 0
  if (isUntouched || mentionsMore(run, baseline)) return survived
  return { verdict: 'silent-cut', because: 'the listing was truncated, and the output does not say so' }
}

/** Judges a run with short pages: an output that says that there is more is also correct. */
export function judgeShortPages(claim: Claim): Judgement {
  const judgement = judgeByBaseline(claim)
  return judgement.verdict === 'wrong-output' && saysThatThereIsMore(claim) ? judgeIgnored(claim) : judgement
}

/** True if the output differs from that of the run in which the records that were shown are the only ones. */
function saysThatThereIsMore({ run, whole, agree }: Claim): boolean {
  if (whole?.outcome.end !== 'succeeded') return false
  return !agree(run.output, whole.output) || !agree(whole.output, run.output) || mentionsMore(run, whole)
}
