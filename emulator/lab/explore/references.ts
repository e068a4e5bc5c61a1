import type { Emulator } from '../../host/emulator.ts'
import { findAcceptances, truthChanges } from './plan.ts'
import { hasActed, observe, type Experiment, type Observed } from './experiment.ts'
import type { Baseline } from './fault.ts'
import { planShownRecordsOnly } from './shown-records-only.ts'
import type { References } from './judgement.ts'
import { masked, isEqual } from './output.ts'
import { isOverwritten } from './overwritten.ts'
import type { Limits, Subject } from './subject.ts'
import type { WorldMasks } from './canonical.ts'

/** Context that reference runs are made from. */
interface Surroundings extends Pick<References, 'masks' | 'secrets'> {
  readonly subject: Subject
  readonly base: Emulator
  readonly baseline: Baseline
  /** The run without a fault. */
  readonly first: Observed
  readonly worldMasks: WorldMasks
  readonly limits: Limits
}

/** Makes the runs that an experiment is compared with. Runs other than the baseline are made only if they decide. */
export async function makeReferences(experiment: Experiment, run: Observed, around: Surroundings): Promise<References> {
  const { first, masks, secrets } = around
  const isClaim = run.outcome.end === 'succeeded'
  const whole = isClaim ? await observeWhole(experiment, run, around) : undefined
  const changed = isClaim && hasActed(experiment, run) ? await observeChanged(experiment, around) : undefined
  return {
    baseline: first,
    masks,
    secrets,
    ...(whole !== undefined && { whole }),
    ...(changed !== undefined && { changed }),
  }
}

/** Runs with the change made at the end and before the start, and the baseline if the subject overwrites the change. */
async function observeChanged(
  { plans }: Experiment,
  { subject, base, baseline, first, worldMasks: masks, limits }: Surroundings,
): Promise<References['changed']> {
  const truth = truthChanges(plans)
  if (truth.length === 0) return undefined
  const inTurn = findAcceptances(plans).flatMap((accepts) => (accepts.by === 'truth' ? (accepts.inTurn ?? []) : []))
  const after = inTurn.length === 0 ? { after: truth } : {}
  const atEnd = await observe(subject, base, inTurn, limits, { masks, ...after })
  const early = [{ what: 'the same change before it begins', before: truth }]
  const before = await observe(subject, base, early, limits, { masks })
  return [atEnd, before, ...(isOverwritten(truth, first.world, baseline.start) ? [first] : [])]
}

/** For short pages with a different output: the run in which the records that the subject saw are the only ones. */
async function observeWhole(
  { plans }: Experiment,
  run: Observed,
  { subject, base, baseline, first, masks, worldMasks, limits }: Surroundings,
): Promise<Observed | undefined> {
  const isShort = findAcceptances(plans).some(({ by }) => by === 'shortPages')
  if (!isShort || isEqual(masked(run.output, masks), masked(first.output, masks))) return undefined
  const plan = planShownRecordsOnly(run, baseline)
  return plan && observe(subject, base, [plan], limits, { masks: worldMasks })
}
