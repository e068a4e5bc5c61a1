import type { StatementId } from '../../engine/coverage/statements.ts'
import type { World } from '../../engine/world/world.ts'
import type { Unit } from '../../engine/kernel/unit/definition.ts'
import type { Verdict } from './verdict.ts'
import type { Order, Plan } from './plan.ts'
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

/** One thing that the service, or what lies between, is known to do. */
export interface ExploreFault {
  readonly name: string
  readonly group: Group
  /** The statements that make it real; none for what networks do. */
  readonly clauses: readonly StatementId[]
  /** The higher, the sooner it is tried. */
  readonly severity: number
  /** The fact that a client has to reckon with, in one sentence. */
  readonly lesson: string
  /** The call fails: a client that claims success has to have repeated it. */
  readonly failsCall?: true
  /** A verdict that is only a note, unless the fault is asked for by name, its group must be survived, or with `strict`. */
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
