import type { StatementId } from '../../engine/coverage/statements.ts'
import type { Change } from '../../engine/matching/schema-common.ts'
import type { Trigger } from '../../engine/triggers/schema.ts'
import type { SettingsInput } from '../../engine/world/settings.ts'
import type { World } from '../../engine/world/world.ts'
import type { Unit } from '../../engine/kernel/unit/definition.ts'
import type { Filling } from './fill-until-cut.ts'
import type { Verdict } from './oracle.ts'
import type { Point } from './points.ts'

export const groups = ['network', 'refusal', 'paging', 'change', 'order', 'unspecified'] as const
export type Group = (typeof groups)[number]

/** What the fault model may look at. */
export interface Baseline {
  readonly points: readonly Point[]
  /** Calls that are under way together, in the order in which they came. */
  readonly concurrent: readonly (readonly Point[])[]
  /** Sockets that the run opened. */
  readonly openings: number
  readonly units: ReadonlyMap<string, Unit>
  /** The world before the run. */
  readonly start: World
}

/** Places of the calls of a group, from 1: `[2, 1]` is the second call before the first. */
export type Order = readonly number[]

/** What is done in one experiment: data, so that it can be written as a scenario. */
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
  /** With `truth`: done to the world before the subject begins. */
  readonly before?: readonly Change[]
  /** The truth changes: the same change, made at the end of the baseline or before the subject begins, is right too. */
  readonly truth?: readonly Change[]
  /** With `truth`: how calls name what becomes another. A run of several calls may meet both, one after the other, and what each call made is right. */
  readonly mixes?: readonly string[]
  /** Work that goes on after its answer fails: right is also who does not look at it, and says no more than that it began. */
  readonly fails?: true
  /** It does not end: to report it is right, however much a client promises. */
  readonly lasts?: true
  /** How many times as many calls as the baseline made it makes necessary. */
  readonly calls?: number
  /** Fields and orders that nobody promised may differ. */
  readonly varies?: true
  /** Pages hold less than they might: right is also who says that there is more. */
  readonly pages?: true
  /** A listing is cut without a sign. */
  readonly cuts?: true
  /** The answer tells the opposite: who says of it what is said without the fault has not looked at it. */
  readonly tells?: true
  /** In which order calls of a group are answered or handled, by their places. */
  readonly order?: Order
  /** The statements that make this plan real, where they are not those of its fault. */
  readonly clauses?: readonly StatementId[]
  /** What calls read depends on the order: outputs are not compared, worlds are. */
  readonly races?: true
  /** With `truth`: the same with the answers in the order of sending, which is right too, in place of the change made at the end. */
  readonly inTurn?: Plan
}

/** One thing that the service, or what lies between, is known to do. */
export interface ExploreFault {
  readonly name: string
  readonly group: Group
  /** The statements that make it real; none for what networks do. */
  readonly clauses: readonly StatementId[]
  /** The higher, the sooner it is tried. */
  readonly severity: number
  /** What the client should have noticed. */
  readonly lesson: string
  /** The same, where another lesson says more of what it did; `undone` where it claims success, and what it should have done or said is missing. */
  readonly lessons?: Partial<Record<Verdict | 'undone', string>>
  /** A verdict that is a note, and a finding where the fault is asked for by name, its group must be survived, or with `strict`. */
  readonly noted?: Verdict
  /** Done to one call. */
  readonly at?: (point: Point, baseline: Baseline) => readonly Plan[]
  /** Done to the whole run. */
  readonly throughout?: (baseline: Baseline) => readonly Plan[]
  /** Done to calls that are under way together, in any order of them. */
  readonly inOrder?: (group: readonly Point[], order: Order) => Plan
}

/** Declares a fault of the fault model. */
export const exploreFault = (fault: ExploreFault): ExploreFault => fault
