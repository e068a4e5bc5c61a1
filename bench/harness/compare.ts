import type { Child } from './child.ts'
import { mean, median } from './measure.ts'

export interface Side {
  readonly child: Child
  /** Runs the load for some time and tells how much was done. */
  readonly load: (milliseconds: number) => Promise<{ requests: number; milliseconds: number }>
}

/** Starts a process that is loaded, ready for it. */
export type Start = () => Promise<Side>

export interface Comparison {
  /** Requests per second of the first side over the second. */
  readonly throughput: number
  /** CPU time per request of the second side over the first: steadier than throughput. */
  readonly cpu: number
  readonly detail: string
}

export interface Rounds {
  /** Pairs of processes. One process is up to 5 % faster than the next of the same program, for as long as it lives. */
  readonly pairs: number
  /** Slices of load for each pair. */
  readonly slices: number
  /** Length of a slice. */
  readonly milliseconds: number
}

/** What a full run takes, and what a quick one does. */
export function roundsOf({ quick }: { readonly quick: boolean }): Rounds {
  return quick ? { pairs: 2, slices: 2, milliseconds: 500 } : { pairs: 8, slices: 3, milliseconds: 1000 }
}

/** Slices for which code is compiled before anything counts. */
const WARM_UP = 3

interface Measured {
  readonly rate: number
  readonly cost: number
}

/** Loads both sides in turn, in short slices, so that a machine that changes speed changes it for both. */
export async function compare(ours: Start, theirs: Start, rounds: Rounds): Promise<Comparison> {
  const throughput: number[] = []
  const cpu: number[] = []
  let detail = ''
  for (let pair = 0; pair < rounds.pairs; pair++) {
    const slices = await comparePair(ours, theirs, rounds)
    throughput.push(median(slices.map(([us, them]) => us.rate / them.rate)))
    cpu.push(median(slices.map(([us, them]) => them.cost / us.cost)))
    const [us, them] = slices.at(-1)!
    detail = `${Math.round(us.rate)}/s at ${us.cost.toFixed(1)} us CPU, against ${Math.round(them.rate)}/s at ${them.cost.toFixed(1)} us`
  }
  return { throughput: mean(throughput), cpu: mean(cpu), detail: `${spread(throughput)}; ${detail}` }
}

async function comparePair(startOurs: Start, startTheirs: Start, { slices, milliseconds }: Rounds): Promise<[Measured, Measured][]> {
  const [ours, theirs] = [await startOurs(), await startTheirs()]
  try {
    await ours.load(WARM_UP * milliseconds)
    await theirs.load(WARM_UP * milliseconds)
    const measured: [Measured, Measured][] = []
    for (let slice = 0; slice < slices; slice++) {
      const first = slice % 2 === 0
      const a = await measure(first ? ours : theirs, milliseconds)
      const b = await measure(first ? theirs : ours, milliseconds)
      measured.push(first ? [a, b] : [b, a])
    }
    return measured
  } finally {
    await Promise.all([ours.child.stop(), theirs.child.stop()])
  }
}

async function measure({ child, load }: Side, milliseconds: number): Promise<Measured> {
  const before = child.cpu()
  const { requests, milliseconds: took } = await load(milliseconds)
  return { rate: requests / took * 1000, cost: (child.cpu() - before) * 1000 / requests }
}

function spread(values: readonly number[]): string {
  return `${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)} of ${values.length} pairs`
}
