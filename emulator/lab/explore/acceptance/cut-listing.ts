import { worldDifferences } from '../canonical.ts'
import type { Judgement } from '../judgement.ts'
import { same } from '../output.ts'
import { saysMore } from '../says-more.ts'
import { survived, type Claim } from './claim.ts'

/** Judges a run whose listing was cut: it has to say so, unless it makes nothing of the records that filled the listing. */
export function judgeCutListing({ run, baseline }: Claim): Judgement {
  const isUntouched = same(run.output, baseline.output) && worldDifferences(baseline.world, run.world).length === 0
  if (isUntouched || saysMore(run, baseline)) return survived
  return { verdict: 'silent-cut', because: 'the listing was truncated, and the output does not say so' }
}
