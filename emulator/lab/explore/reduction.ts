import type { PlainRun, ExploreFault } from './fault.ts'
import { experimentAt, experimentsFor } from './experiments.ts'
import type { Experiment } from './experiment.ts'
import { findGroupStart, smallerOrders } from './orders.ts'

/**
 * Smaller experiments, the smallest first: one with the same verdict replaces this one. For two faults that is the
 * second alone, at the call it would hit without the first; for an order it is one of fewer calls.
 */
export function listSmaller(experiment: Experiment, baseline: PlainRun): Experiment[] {
  return experiment.after === undefined ? fewerCalls(experiment, baseline) : secondAlone(experiment, baseline)
}

function fewerCalls({ fault, point, plans }: Experiment, baseline: PlainRun): Experiment[] {
  const order = plans[0]?.order
  if (order === undefined || point === undefined || fault.inOrder === undefined) return []
  const group = findGroupStart(point, baseline)
  return smallerOrders(order).map((each) => experimentAt(fault, point, fault.inOrder!(group, each)))
}

function secondAlone({ fault, point, plans }: Experiment, baseline: PlainRun): Experiment[] {
  const { variant } = plans.at(-1)!
  const isSame = (other: { readonly fault: ExploreFault; readonly plans: Experiment['plans'] }) =>
    other.fault === fault && other.plans[0]?.variant === variant
  return experimentsFor(baseline, {}).filter(
    (other) => isSame(other) && other.point?.call === point?.call && other.point?.via === point?.via,
  )
}

/** Finds the experiment of an order by its id: `GET /users/me#1:answer-order:3-1`; undefined for any other id. */
export function findOrderById(id: string, baseline: PlainRun, faults: readonly ExploreFault[]): Experiment | undefined {
  const [, pointId, name, places] = /^(.+):([\w-]+):(\d+(?:-\d+)+)$/.exec(id) ?? []
  const fault = faults.find((each) => each.name === name && each.inOrder !== undefined)
  const point = baseline.points.find((each) => each.id === pointId)
  if (fault === undefined || point === undefined) return undefined
  const group = findGroupStart(point, baseline)
  const order = places!.split('-').map(Number)
  const isOrder = new Set(order).size === order.length && order.every((place) => place >= 1 && place <= group.length)
  return isOrder ? experimentAt(fault, point, fault.inOrder!(group, order)) : undefined
}
