import type { Fault } from '../../../engine/faults/registry.ts'
import type { ExploreFault } from '../fault.ts'
import type { ExperimentPlan } from '../plan.ts'
import { triggerCondition, type Point } from '../points.ts'

/** One variant of a fault: an action on the answer to one call. */
interface FaultWay {
  /** Distinguishes the variants of one fault. */
  readonly variant?: string
  /** Description for reports. */
  readonly what: string
  readonly do: Fault
  /** Acts after the work is done. Default: before. */
  readonly at?: 'before' | 'after'
  /** Acts at every call from this one on. */
  readonly lasts?: true
  /** Real milliseconds for which the call is refused again. */
  readonly refusesForMs?: number
  /** The only transport on which it is possible. */
  readonly via?: Point['via']
  /** Calls with this transfer are left out. */
  readonly except?: 'download'
}

type ExploredAnswerFault = Omit<ExploreFault, 'at' | 'throughout' | 'inOrder'> & { readonly ways: readonly FaultWay[] }

/** Declares a fault with a table of variants. */
export function answerFault({ ways, ...fault }: ExploredAnswerFault): ExploreFault {
  return {
    ...fault,
    at: (point, { units }) =>
      ways
        .filter(
          ({ via, except }) => (via ?? point.via) === point.via && (except ?? '') !== units.get(point.unit)?.transfer,
        )
        .map((way) => planFor(way, point)),
  }
}

function planFor({ variant, what, do: action, at, lasts, refusesForMs }: FaultWay, point: Point): ExperimentPlan {
  return {
    ...(variant !== undefined && { variant }),
    ...(lasts === true && { lasts }),
    ...(refusesForMs !== undefined && { refusesForMs }),
    what,
    triggers: [{ when: { ...triggerCondition(point, lasts === true), ...(at !== undefined && { at }) }, do: [action] }],
  }
}
