import type { Child } from './child.ts'
import { quantile } from './measure.ts'

export interface Side {
  readonly child: Child
  /** Sends so many requests and tells how long they took. */
  readonly load: (requests: number) => Promise<{ requests: number; milliseconds: number }>
}

/** Starts a process that is loaded, ready for it. */
export type Start = () => Promise<Side>

export interface Comparison {
  /** CPU time per request of the second side over the first. */
  readonly cpu: number
  readonly detail: string
}

export interface Rounds {
  /** Pairs of processes: one is a little faster than the next of the same program, for as long as it lives. */
  readonly pairs: number
  /** Slices of load for each pair. */
  readonly slices: number
  /** Requests of a slice. Not its time: on a busy machine less would be done in it, and less compiled before it. */
  readonly requests: number
  /** Requests before anything counts, for which code is compiled. */
  readonly warmUp: number
}

/** Rounds of a full run, or of a quick one. */
export function chooseRounds({ quick }: { readonly quick: boolean }): Rounds {
  return quick
    ? { pairs: 1, slices: 3, requests: 800, warmUp: 3_000 }
    : { pairs: 3, slices: 5, requests: 5_000, warmUp: 30_000 }
}

interface Measured {
  readonly rate: number
  readonly cost: number
}

/**
 * Loads both sides in turn, in short slices, so that a machine that changes speed changes it for both. What else runs on the machine
 * only ever slows a slice down: the quarter of the slices that went best is what two sides are compared by.
 */
export async function compare(ours: Start, theirs: Start, rounds: Rounds): Promise<Comparison> {
  const us: Measured[] = []
  const them: Measured[] = []
  for (let pair = 0; pair < rounds.pairs; pair++) await measurePair(ours, theirs, rounds, us, them)
  const [rate, theirRate] = [
    quantile(
      us.map((slice) => slice.rate),
      0.75,
    ),
    quantile(
      them.map((slice) => slice.rate),
      0.75,
    ),
  ]
  const [cost, theirCost] = [
    quantile(
      us.map((slice) => slice.cost),
      0.25,
    ),
    quantile(
      them.map((slice) => slice.cost),
      0.25,
    ),
  ]
  const detail = `${cost.toFixed(1)} us CPU at ${Math.round(rate)}/s, peer ${theirCost.toFixed(1)} us at ${Math.round(theirRate)}/s`
  return { cpu: theirCost / cost, detail }
}

async function measurePair(
  startOurs: Start,
  startTheirs: Start,
  { slices, requests, warmUp }: Rounds,
  us: Measured[],
  them: Measured[],
): Promise<void> {
  const [ours, theirs] = [await startOurs(), await startTheirs()]
  try {
    await ours.load(warmUp)
    await theirs.load(warmUp)
    const turns = [
      { side: ours, to: us },
      { side: theirs, to: them },
    ]
    for (let slice = 0; slice < slices; slice++) {
      for (const { side, to } of turns) to.push(await measure(side, requests))
      turns.reverse()
    }
  } finally {
    await Promise.all([ours.child.stop(), theirs.child.stop()])
  }
}

async function measure({ child, load }: Side, count: number): Promise<Measured> {
  const before = await child.used()
  const { requests, milliseconds: took } = await load(count)
  const after = await child.used()
  return { rate: (requests / took) * 1000, cost: (after.cpu - before.cpu) / requests }
}
