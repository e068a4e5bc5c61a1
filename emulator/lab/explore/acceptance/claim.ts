import type { Experiment, Observed } from '../experiment.ts'
import { masked, same, sameLoosely } from '../output.ts'
import type { Judgement, References } from '../judgement.ts'
import type { Plan } from '../plan.ts'

/** A run that claims success, with all that it is held against. Outputs are masked. */
export interface Claim {
  readonly plans: readonly Plan[]
  readonly run: Observed
  readonly baseline: Observed
  /** Runs that are right, the likeliest first. Some of them may have failed. */
  readonly rights: readonly Observed[]
  /** The run in which a short listing is all that there is. */
  readonly whole: Observed | undefined
  /** Whether two outputs agree; the first is expected. */
  readonly agree: (expected: unknown, actual: unknown) => boolean
}

export function makeClaim({ plans }: Experiment, run: Observed, references: References): Claim {
  const { baseline, changed, whole, masks } = references
  const hidden = (observed: Observed): Observed => ({ ...observed, output: masked(observed.output, masks) })
  return {
    plans,
    run: hidden(run),
    baseline: hidden(baseline),
    rights: (changed ?? [baseline]).map(hidden),
    whole: whole && hidden(whole),
    agree: isVaried(plans) ? sameLoosely : same,
  }
}

/** Whether fields and orders may differ that nothing promises. */
export function isVaried(plans: readonly Plan[]): boolean {
  return plans.some(({ settings }) => settings?.unspecified === 'vary')
}

export const survived: Judgement = { verdict: 'survived', because: '' }
