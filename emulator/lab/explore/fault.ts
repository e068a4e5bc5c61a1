import type { StatementId } from '../../engine/coverage/statements.ts'
import type { World } from '../../engine/world/world.ts'
import { catalog } from '../../service/catalog.ts'
import type { Unit } from '../../engine/kernel/unit/definition.ts'
import type { Verdict } from './verdict.ts'
import type { Order, ExperimentPlan } from './plan.ts'
import type { Point } from './points.ts'

export const groups = ['network', 'refusal', 'paging', 'change', 'order', 'unspecified'] as const
export type Group = (typeof groups)[number]

/** Facts about the run without a fault that faults are planned from. */
export interface PlainRun {
  readonly points: readonly Point[]
  /** Groups of concurrent calls, in order of arrival. */
  readonly concurrent: readonly (readonly Point[])[]
  /** Number of sockets that the run opened. */
  readonly openings: number
  readonly units: ReadonlyMap<string, Unit>
  /** The world before the run. */
  readonly start: World
}

/** All units by id. */
export const catalogUnits: ReadonlyMap<string, Unit> = new Map(catalog.map((unit) => [unit.id, unit]))

/** One failure of the service or the network. */
export interface ExploreFault {
  readonly name: string
  readonly group: Group
  /** Statements that document it; none for faults of networks. */
  readonly clauses: readonly StatementId[]
  /** Alternatives of the contract that it tries as well: it is documented that they occur. */
  readonly alternatives?: readonly string[]
  /** Faults with a higher severity are tried first. */
  readonly severity: number
  /** The documented fact that a client has to handle, in one sentence. */
  readonly lesson: string
  /** The call fails: a client may claim success only if it repeated the call. */
  readonly failsCall?: true
  /**
   * Verdict that is only a note, unless the fault is asked for by name, its group must be survived, or `strict` is set.
   */
  readonly noted?: Verdict
  /** Plans for one call. */
  readonly at?: (point: Point, baseline: PlainRun) => readonly ExperimentPlan[]
  /** Plans for the whole run. */
  readonly throughout?: (baseline: PlainRun) => readonly ExperimentPlan[]
  /** Plan for an order of concurrent calls. */
  readonly inOrder?: (group: readonly Point[], order: Order) => ExperimentPlan
}

/** Declares a fault of the fault model. */
export const exploreFault = (fault: ExploreFault): ExploreFault => fault
