import type { Judgement } from '../judgement.ts'
import { mentionsMore } from '../mentions-more.ts'
import { judgeByBaseline } from './baseline.ts'
import type { Claim } from './claim.ts'
import { judgeIgnored } from './compare.ts'

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
