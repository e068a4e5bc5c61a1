import type { Judgement } from '../judgement.ts'
import type { Claim } from './claim.ts'
import { judgeIgnored, sameWorld, wrongOutput, wrongWorld } from './compare.ts'

/** Judges by the run without the fault: its world and its output. */
export function judgeByBaseline(claim: Claim): Judgement {
  return wrongWorld(claim) ?? wrongOutput(claim, sameWorld(claim)) ?? judgeIgnored(claim)
}
