import type { Child } from './child.ts'
import { median } from './measure.ts'

export interface Side {
  readonly child: Child
  /** Runs the load for some time and tells how much was done. */
  readonly load: (milliseconds: number) => Promise<{ requests: number; milliseconds: number }>
}

export interface Comparison {
  /** Requests per second of the first side over the second. */
  readonly throughput: number
  /** CPU time per request of the second side over the first: steadier than throughput. */
  readonly cpu: number
  readonly detail: string
}

/** Loads both sides in turn, in short slices, so that a machine that changes speed changes it for both. */
export async function compare(ours: Side, theirs: Side, options: { slices: number; milliseconds: number }): Promise<Comparison> {
  await ours.load(options.milliseconds)
  await theirs.load(options.milliseconds)
  const rates: number[] = []
  const costs: number[] = []
  let last = { ours: { rate: 0, cost: 0 }, theirs: { rate: 0, cost: 0 } }
  for (let slice = 0; slice < options.slices; slice++) {
    const first = slice % 2 === 0
    const a = await measured(first ? ours : theirs, options.milliseconds)
    const b = await measured(first ? theirs : ours, options.milliseconds)
    last = first ? { ours: a, theirs: b } : { ours: b, theirs: a }
    rates.push(last.ours.rate / last.theirs.rate)
    costs.push(last.theirs.cost / last.ours.cost)
  }
  const detail = `${Math.round(last.ours.rate)}/s at ${last.ours.cost.toFixed(1)} us CPU, against ${Math.round(last.theirs.rate)}/s at ${last.theirs.cost.toFixed(1)} us`
  return { throughput: median(rates), cpu: median(costs), detail }
}

async function measured({ child, load }: Side, milliseconds: number): Promise<{ rate: number; cost: number }> {
  const before = child.cpu()
  const { requests, milliseconds: took } = await load(milliseconds)
  return { rate: requests / took * 1000, cost: (child.cpu() - before) * 1000 / requests }
}
