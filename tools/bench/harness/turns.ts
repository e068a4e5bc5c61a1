import { median } from './measure.ts'

export interface Turns {
  /** Median over the turns of the cost of the second over the first. */
  readonly ratio: number
  /** Microseconds of CPU time for one operation: the medians. */
  readonly first: number
  readonly second: number
}

/** Microseconds of CPU time for one call of `operate`. */
export function measureCpu(count: number, operate: () => unknown): number {
  const before = process.cpuUsage()
  for (let n = 0; n < count; n++) operate()
  const { user, system } = process.cpuUsage(before)
  return Math.max(user + system, 1) / count
}

/** Costs two operations in this process in turn, so that a machine that changes speed changes it for both. The first turn does not count. */
export async function turns(
  rounds: number,
  first: () => number | Promise<number>,
  second: () => number | Promise<number>,
): Promise<Turns> {
  const took: [number[], number[]] = [[], []]
  for (let round = 0; round <= rounds; round++) {
    const costs: number[] = []
    for (const side of round % 2 === 0 ? [0, 1] : [1, 0]) costs[side] = await (side === 0 ? first : second)()
    if (round > 0) took.forEach((side, index) => side.push(costs[index]!))
  }
  return {
    ratio: median(took[1].map((cost, index) => cost / took[0][index]!)),
    first: median(took[0]),
    second: median(took[1]),
  }
}
