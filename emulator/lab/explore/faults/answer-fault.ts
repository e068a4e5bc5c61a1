import type { Fault } from '../../../engine/faults/registry.ts'
import type { ExploreFault } from '../fault.ts'
import type { Plan } from '../plan.ts'
import { triggerCondition, type Point } from '../points.ts'

/** One way of a fault: an action on the answer to one call. */
interface Way {
  /** Tells the ways of one fault apart. */
  readonly variant?: string
  /** What is done, for reports. */
  readonly what: string
  readonly do: Fault
  /** The action comes once the work is done. Default: before it. */
  readonly at?: 'before' | 'after'
  /** The action comes at every call from this one on. */
  readonly lasts?: true
  /** The only transport that it can be shown on. */
  readonly via?: Point['via']
  /** Calls of this transfer are left out. */
  readonly except?: 'download'
}

type AnswerFault = Omit<ExploreFault, 'at' | 'throughout' | 'inOrder'> & { readonly ways: readonly Way[] }

/** Declares a fault whose ways are rows of a table. */
export function answerFault({ ways, ...fault }: AnswerFault): ExploreFault {
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

function planFor({ variant, what, do: action, at, lasts }: Way, point: Point): Plan {
  return {
    ...(variant !== undefined && { variant }),
    ...(lasts === true && { lasts }),
    what,
    triggers: [{ when: { ...triggerCondition(point, lasts === true), ...(at !== undefined && { at }) }, do: [action] }],
  }
}
