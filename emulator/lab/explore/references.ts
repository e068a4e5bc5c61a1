import type { Observed, WorldSubject } from '../engine/world-subject.ts'
import { findAcceptances, mergePlans, truthChanges } from './plan.ts'
import { hasActed, type Experiment } from './experiment.ts'
import type { PlainRun } from './fault.ts'
import { planShownRecordsOnly } from './shown-records-only.ts'
import type { References } from './judgement.ts'
import { masked, isEqual } from '../engine/output.ts'
import type { Limits } from '../engine/client.ts'
import { GONE, type Canonical } from '../engine/canonical.ts'
import type { Change, ShownTableName } from '../../engine/matching/schema-common.ts'
import type { World } from '../../engine/world/world.ts'
import type { Fields } from '../../engine/checking/is-object.ts'

/** Context that reference runs are made from. */
interface Known extends Pick<References, 'masks' | 'secrets'> {
  readonly subject: WorldSubject
  readonly baseline: PlainRun
  /** The run without a fault. */
  readonly first: Observed
  readonly limits: Limits
  readonly signal: AbortSignal
}

/** Makes the runs that an experiment is compared with. Runs other than the baseline are made only if they decide. */
export async function makeReferences(experiment: Experiment, run: Observed, around: Known): Promise<References> {
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
  { subject, baseline, first, limits, signal }: Known,
): Promise<References['changed']> {
  const truth = truthChanges(plans)
  if (truth.length === 0) return undefined
  const inTurn = findAcceptances(plans).flatMap((accepts) => (accepts.by === 'truth' ? (accepts.inTurn ?? []) : []))
  const atEnd = await subject.run(mergePlans(inTurn, inTurn.length === 0 ? truth : undefined), limits, signal)
  const before = await subject.run({ before: truth }, limits, signal)
  return [atEnd, before, ...(isOverwritten(truth, first.world, baseline.start) ? [first] : [])]
}

/** For short pages with a different output: the run in which the records that the subject saw are the only ones. */
async function observeWhole(
  { plans }: Experiment,
  run: Observed,
  { subject, baseline, first, masks, limits, signal }: Known,
): Promise<Observed | undefined> {
  const isShort = findAcceptances(plans).some(({ by }) => by === 'shortPages')
  if (!isShort || isEqual(masked(run.output, masks), masked(first.output, masks))) return undefined
  const plan = planShownRecordsOnly(run, baseline)
  return plan && subject.run(mergePlans([plan]), limits, signal)
}

/** True if a run without the changes sets one of their fields, too: the later of two writers wins. */
function isOverwritten(changes: readonly Change[], { tables }: Canonical, start: World): boolean {
  return changes.some(
    (change) =>
      'update' in change &&
      Object.entries(change.update).some(([table, records]) => {
        const written = (tables.get(table as ShownTableName) ?? [])
          .filter((text) => !text.startsWith(GONE))
          .map((text) => JSON.parse(text) as Fields)
        return Object.entries(records as Record<string, Fields>).some(([id, fields]) => {
          const own = written.find((each) => each['id'] === id)
          const before = start.table(table as ShownTableName)?.get(id) as Fields | undefined
          return (
            own !== undefined &&
            before !== undefined &&
            Object.keys(fields).some((name) => JSON.stringify(own[name]) !== JSON.stringify(before[name]))
          )
        })
      }),
  )
}
