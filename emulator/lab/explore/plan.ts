import type { StatementId } from '../../engine/coverage/statements.ts'
import type { Change } from '../../engine/matching/schema-common.ts'
import type { Trigger } from '../../engine/triggers/schema.ts'
import type { SettingsInput } from '../../engine/world/settings.ts'
import type { Filling } from './fill-until-cut.ts'

/** Places of the calls of a group, from 1: `[2, 1]` is the second call before the first. */
export type Order = readonly number[]

/** One experiment's changes to a run: data, so that it can be written as a scenario. */
export interface Plan {
  /** Tells plans of one fault at one point apart. */
  readonly variant?: string
  /** What is done, for reports: `the answer is lost after the work was done`. */
  readonly what: string
  readonly triggers?: readonly Trigger[]
  readonly settings?: SettingsInput
  /** Another seed: ids and chance are drawn from it. */
  readonly seed?: number
  /** Records that were there before. */
  readonly fill?: Filling
  /** Done to the world before the subject begins. */
  readonly before?: readonly Change[]
  /** The fault does not end: reporting it is right, however much a client promises. */
  readonly lasts?: true
  /** Factor by which the fault multiplies the calls that a run needs. */
  readonly calls?: number
  /** The order in which calls of a group are answered or handled, by their places. */
  readonly order?: Order
  /** The statements that make this plan real, where they are not those of its fault. */
  readonly clauses?: readonly StatementId[]
  /** How a run that claims success is judged. Default: by the baseline. */
  readonly accepts?: Acceptance
}

/** How a run that claims success is judged. Each way has a file of its own in `acceptance/`. */
export type Acceptance =
  | { readonly by: 'baseline' | 'shortPages' | 'cutListing' | 'verdict' | 'race' }
  | TruthChange
  | FailedWork

/** The truth changes: output and world may be those of a run in which it changed earlier or later. */
export interface TruthChange {
  readonly by: 'truth'
  readonly changes: readonly Change[]
  /** How calls name a record that another one replaces: each call may mean either. */
  readonly names?: readonly string[]
  /** The same change with answers in the order of sending: right in place of the change made at the end. */
  readonly inTurn?: Plan
}

/** Work fails after its answer: a run that does not look at it may say that it began. */
export interface FailedWork {
  readonly by: 'failedWork'
  readonly changes: readonly Change[]
}

/** The acceptances of an experiment, one for each of its plans. */
export function findAcceptances(plans: readonly Plan[]): Acceptance[] {
  return plans.map(({ accepts = { by: 'baseline' } }) => accepts)
}

/** The changes of the truth that an experiment makes. */
export function truthChanges(plans: readonly Plan[]): Change[] {
  return findAcceptances(plans).flatMap((accepts) => ('changes' in accepts ? accepts.changes : []))
}
