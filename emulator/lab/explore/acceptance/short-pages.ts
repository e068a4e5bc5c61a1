import type { Judgement } from '../judgement.ts'
import { saysMore } from '../says-more.ts'
import { judgeByBaseline } from './baseline.ts'
import type { Claim } from './claim.ts'
import { judgeIgnored } from './compare.ts'

/** Judges a run whose pages held less: right is also an output that says that there is more. */
export function judgeShortPages(claim: Claim): Judgement {
  const judgement = judgeByBaseline(claim)
  return judgement.verdict === 'wrong-output' && saysThatThereIsMore(claim) ? judgeIgnored(claim) : judgement
}

/** Whether the output differs from what the client says where the records that it was shown are all that there are. */
function saysThatThereIsMore({ run, whole, agree }: Claim): boolean {
  if (whole?.outcome.end !== 'succeeded') return false
  return !agree(run.output, whole.output) || !agree(whole.output, run.output) || saysMore(run, whole)
}
