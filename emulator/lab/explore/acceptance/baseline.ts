import type { Judgement } from '../judgement.ts'
import type { Claim } from './claim.ts'
import { judgeIgnored, findSameWorld, wrongOutput, wrongWorld } from './compare.ts'

/** Compares world and output with the run without a fault. */
export function judgeByBaseline(claim: Claim): Judgement {
  return wrongWorld(claim) ?? wrongOutput(claim, findSameWorld(claim)) ?? judgeIgnored(claim)
}
