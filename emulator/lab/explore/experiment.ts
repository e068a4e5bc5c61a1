import type { Variant } from '../engine/variant.ts'
import type { Observed } from '../engine/world-subject.ts'
import type { ExploreFault } from './fault.ts'
import { mergePlans, type ExperimentPlan } from './plan.ts'
import type { Point } from './points.ts'

/** One or two faults at the calls of a run. Its id is that of `--case`: `GET /users/me#1:lost-answer`. */
export interface Experiment extends Variant {
  readonly fault: ExploreFault
  /** Undefined for a fault of the whole run. */
  readonly point: Point | undefined
  readonly plans: readonly ExperimentPlan[]
  /** The experiment to whose calls this one adds a second fault. */
  readonly after?: Experiment
}

/** Makes an experiment of its faults, in order. */
export function makeExperiment({
  plans,
  ...rest
}: Pick<Experiment, 'id' | 'fault' | 'point' | 'plans' | 'after'>): Experiment {
  return {
    ...rest,
    plans,
    says: plans.map(({ what }) => what).join(', then '),
    statements: plans.at(-1)!.clauses ?? rest.fault.clauses,
    overlay: mergePlans(plans),
  }
}

/** True if all triggers of an experiment fired. A client that calls otherwise does not reach its fault. */
export function hasActed({ plans }: Pick<Experiment, 'plans'>, { acted }: Pick<Observed, 'acted'>): boolean {
  return acted.size >= plans.reduce((count, { triggers = [] }) => count + triggers.length, 0)
}

/** True if the experiment had its effect, in its order. A fault of the whole run always has. */
export function isReached(
  experiment: Pick<Experiment, 'plans'>,
  run: Pick<Observed, 'acted' | 'inOrder' | 'isChanged'>,
): boolean {
  return run.inOrder && run.isChanged && hasActed(experiment, run)
}
