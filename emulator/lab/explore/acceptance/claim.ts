import type { Observed } from '../../engine/world-subject.ts'
import type { Experiment } from '../experiment.ts'
import { masked, isEqual, isEqualLoosely } from '../../engine/output.ts'
import type { Judgement, References } from '../judgement.ts'
import type { ExperimentPlan } from '../plan.ts'

/** A run that claims success, with everything it is compared with. Outputs are masked. */
export interface Claim {
  readonly plans: readonly ExperimentPlan[]
  readonly run: Observed
  readonly baseline: Observed
  /** Correct runs, the likeliest first. Some of them may have failed. */
  readonly correctRuns: readonly Observed[]
  /** Run in which the records of a short listing are the only ones. */
  readonly whole: Observed | undefined
  /** True if two outputs agree; the first is the expected one. */
  readonly agree: (expected: unknown, actual: unknown) => boolean
}

export function makeClaim({ plans }: Experiment, run: Observed, references: References): Claim {
  const { baseline, changed, whole, masks } = references
  const hidden = (observed: Observed): Observed => ({ ...observed, output: masked(observed.output, masks) })
  return {
    plans,
    run: hidden(run),
    baseline: hidden(baseline),
    correctRuns: (changed ?? [baseline]).map(hidden),
    whole: whole && hidden(whole),
    agree: isVaried(plans) ? isEqualLoosely : isEqual,
  }
}

/** True if fields and orders that are not promised may differ. */
export function isVaried(plans: readonly ExperimentPlan[]): boolean {
  return plans.some(({ settings }) => settings?.unspecified === 'vary')
}

export const survived: Judgement = { verdict: 'survived', because: '' }
