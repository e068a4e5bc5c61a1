import type { Judgement } from '../judgement.ts'
import { wrongWorld } from './compare.ts'
import { survived, type Claim } from './claim.ts'

/** Judges a run whose calls were handled in another order. Only worlds are compared: reads may see either order. */
export function judgeRace(claim: Claim): Judgement {
  return wrongWorld(claim) ?? survived
}
