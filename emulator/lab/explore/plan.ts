import type { StatementId } from '../../engine/coverage/statements.ts'
import type { Change } from '../../engine/matching/schema-common.ts'
import type { Overlay } from '../engine/overlay.ts'

/** A permutation of the calls of a group, from 1: `[2, 1]` puts the second call before the first. */
export type Order = readonly number[]

/** One fault of an experiment: the overlay that makes it, and how a run with it is judged. */
export interface ExperimentPlan extends Omit<Overlay, 'after' | 'refusal'> {
  /** Distinguishes plans of one fault at one point. */
  readonly variant?: string
  /** Description for reports: `the answer is lost after the work was done`. */
  readonly what: string
  /** Real milliseconds for which its trigger refuses the call again. */
  readonly refusesForMs?: number
  /** The fault does not end: reporting it is correct in every group. */
  readonly lasts?: true
  /** Factor by which the fault multiplies the calls that a run needs. */
  readonly calls?: number
  /** Order in which the calls of a group are answered or handled. */
  readonly order?: Order
  /** Statements that document this plan, if they differ from those of its fault. */
  readonly clauses?: readonly StatementId[]
  /** Rule for judging a run that claims success. Default: comparison with the baseline. */
  readonly accepts?: Acceptance
}

/** Rule for judging a run that claims success. Each has its own file in `acceptance/`. */
export type Acceptance =
  | { readonly by: 'baseline' | 'shortPages' | 'cutListing' | 'verdict' | 'race' }
  | TruthChange
  | FailedWork

/** Another writer changes the world: output and world may be those of a run with an earlier or a later change. */
interface TruthChange {
  readonly by: 'truth'
  readonly changes: readonly Change[]
  /** Names of a record that another one replaces: each call may mean either record. */
  readonly names?: readonly string[]
  /**
   * The change combined with answers in the order of sending: a correct run beside the one with the change at the end.
   */
  readonly inTurn?: ExperimentPlan
}

/** Work fails after its answer: a run that does not look at the work may report that it began. */
interface FailedWork {
  readonly by: 'failedWork'
  readonly changes: readonly Change[]
}

/** Rules of an experiment, one for each plan. */
export function findAcceptances(plans: readonly ExperimentPlan[]): Acceptance[] {
  return plans.map(({ accepts = { by: 'baseline' } }) => accepts)
}

/** Changes by other writers in an experiment. */
export function truthChanges(plans: readonly ExperimentPlan[]): Change[] {
  return findAcceptances(plans).flatMap((accepts) => ('changes' in accepts ? accepts.changes : []))
}

/** The overlay of an experiment: that of all its faults. */
export function mergePlans(plans: readonly ExperimentPlan[], after?: readonly Change[]): Overlay {
  const seed = plans.findLast((plan) => plan.seed !== undefined)?.seed
  const refusing = plans.flatMap(({ triggers = [], refusesForMs }) => triggers.map(() => refusesForMs))
  const trigger = refusing.findIndex((forMs) => forMs !== undefined)
  return {
    settings: Object.assign({}, ...plans.map(({ settings }) => settings)),
    ...(seed !== undefined && { seed }),
    fill: Object.assign({}, ...plans.map(({ fill }) => fill)),
    triggers: plans.flatMap(({ triggers = [] }) => triggers),
    before: plans.flatMap(({ before = [] }) => before),
    ...(after !== undefined && { after }),
    ...(trigger >= 0 && { refusal: { trigger, forMs: refusing[trigger]! } }),
  }
}
