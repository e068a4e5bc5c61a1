import { worldDifferences } from '../../engine/canonical.ts'
import type { Judgement } from '../judgement.ts'
import { isEqual } from '../../engine/output.ts'
import { mentionsMore } from '../mentions-more.ts'
import { survived, type Claim } from './claim.ts'

/** Judges a run whose listing was cut: it has to say so, unless its output does not depend on the added records. */
export function judgeCutListing({ run, baseline }: Claim): Judgement {
  const isUntouched = isEqual(run.output, baseline.output) && worldDifferences(baseline.world, run.world).length === 0
  if (isUntouched || mentionsMore(run, baseline)) return survived
  return { verdict: 'silent-cut', because: 'the listing was truncated, and the output does not say so' }
}
