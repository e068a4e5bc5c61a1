import type { Baseline, ExploreFault } from './fault.ts'
import { experimentAt, experimentsFor } from './experiments.ts'
import type { Experiment } from './experiment.ts'
import { groupFrom, smallerOrders } from './orders.ts'

/**
 * Experiments that do less than this one, the least first: where one of them comes to the same verdict, it is enough. Of two faults the
 * second alone, at the call that it would have been done to without the first; of an order fewer of its calls.
 */
export function smaller(experiment: Experiment, baseline: Baseline): Experiment[] {
  return experiment.after === undefined ? fewerCalls(experiment, baseline) : secondAlone(experiment, baseline)
}

function fewerCalls({ fault, point, plans }: Experiment, baseline: Baseline): Experiment[] {
  const order = plans[0]?.order
  if (order === undefined || point === undefined || fault.inOrder === undefined) return []
  const group = groupFrom(point, baseline)
  return smallerOrders(order).map((each) => experimentAt(fault, point, fault.inOrder!(group, each)))
}

function secondAlone({ fault, point, plans }: Experiment, baseline: Baseline): Experiment[] {
  const { variant } = plans.at(-1)!
  const isSame = (other: { readonly fault: ExploreFault; readonly plans: Experiment['plans'] }) =>
    other.fault === fault && other.plans[0]?.variant === variant
  return experimentsFor(baseline, {}).filter(
    (other) => isSame(other) && other.point?.call === point?.call && other.point?.via === point?.via,
  )
}

/** The experiment that an order of calls names: `GET /users/me#1:answer-order:3-1`; undefined for any other id. */
export function namedOrder(id: string, baseline: Baseline, faults: readonly ExploreFault[]): Experiment | undefined {
  const [, pointId, name, places] = /^(.+):([\w-]+):(\d+(?:-\d+)+)$/.exec(id) ?? []
  const fault = faults.find((each) => each.name === name && each.inOrder !== undefined)
  const point = baseline.points.find((each) => each.id === pointId)
  if (fault === undefined || point === undefined) return undefined
  const group = groupFrom(point, baseline)
  const order = places!.split('-').map(Number)
  const isOrder = new Set(order).size === order.length && order.every((place) => place >= 1 && place <= group.length)
  return isOrder ? experimentAt(fault, point, fault.inOrder!(group, order)) : undefined
}
