import type { Child } from './child.ts'
import { median, quantile } from './measure.ts'

export interface Side {
  readonly child: Child
  /** Sends so many requests and tells how long they took. */
  readonly load: (requests: number) => Promise<{ requests: number; milliseconds: number }>
}

/** Starts a process that is loaded, ready for it. */
export type Start = () => Promise<Side>

export interface Rounds {
  /** Processes of each side: one is a little faster than the next of the same program, for as long as it lives. */
  readonly processes: number
  /** Slices of load for each process. */
  readonly slices: number
  /** Requests of a slice. Not its time: on a busy machine less would be done in it, and less compiled before it. */
  readonly requests: number
  /** Requests before anything counts, for which code is compiled. */
  readonly warmUp: number
}

/** Rounds of a full run, or of a quick one. */
export function chooseRounds({ quick }: { readonly quick: boolean }): Rounds {
  return quick
    ? { processes: 1, slices: 3, requests: 800, warmUp: 3_000 }
    : { processes: 3, slices: 5, requests: 5_000, warmUp: 30_000 }
}

/** Requests per second and microseconds of CPU time per request, in the slices of a side. */
export interface Measured {
  readonly rates: number[]
  readonly costs: number[]
}

/** Loads all sides in turn, in short slices, so that a machine that changes speed changes it for all. */
export async function loadInTurns<Name extends string>(
  starts: Readonly<Record<Name, Start>>,
  { processes, slices, requests, warmUp }: Rounds,
): Promise<Record<Name, Measured>> {
  const names = Object.keys(starts) as Name[]
  const none = (): Measured => ({ rates: [], costs: [] })
  const measured = Object.fromEntries(names.map((name) => [name, none()])) as Record<Name, Measured>
  for (let process = 0; process < processes; process++) {
    const sides = new Map<Name, Side>()
    try {
      for (const name of names) sides.set(name, await starts[name]())
      for (const side of sides.values()) await side.load(warmUp)
      for (let slice = 0; slice < slices; slice++) {
        for (const name of slice % 2 === 0 ? names : names.toReversed())
          await measure(sides.get(name)!, requests, measured[name])
      }
    } finally {
      await Promise.all([...sides.values()].map(({ child }) => child.stop()))
    }
  }
  return measured
}

async function measure({ child, load }: Side, count: number, { rates, costs }: Measured): Promise<void> {
  const before = await child.used()
  const { requests, milliseconds } = await load(count)
  const after = await child.used()
  rates.push((requests / milliseconds) * 1000)
  costs.push((after.cpu - before.cpu) / requests)
}

export interface Ratio {
  readonly value: number
  /** Standard error of the value, as a share of it. */
  readonly noise: number
}

/** CPU of one side over that of another: the median over the turns. */
export function costRatio(over: Measured, under: Measured): Ratio {
  const ratios = over.costs.map((cost, turn) => cost / under.costs[turn]!)
  const value = median(ratios)
  const deviation = 1.4826 * median(ratios.map((ratio) => Math.abs(ratio - value)))
  return { value, noise: (1.2533 * deviation) / Math.sqrt(ratios.length) / value }
}

/** CPU and rate of a side: `38.5 us CPU at 10012/s`. Other programs only slow a slice, so the best quarter counts. */
export function costText({ rates, costs }: Measured): string {
  return `${quantile(costs, 0.25).toFixed(1)} us CPU at ${Math.round(quantile(rates, 0.75))}/s`
}
