/** One number of a benchmark, with the bound that the project promises for it. */
export interface Measure {
  readonly what: string
  readonly value: number
  /** `x`: a ratio. */
  readonly unit: 'x' | 'us' | 'ms' | 'bytes' | 'KB' | 'per s'
  readonly atLeast?: number
  readonly atMost?: number
  /** The two sides of a ratio, in words. */
  readonly detail?: string
}

export interface BenchOptions {
  /** Short runs, for CI: the same code, less certain numbers. */
  readonly quick: boolean
}

/** A file of `bench/` exports one of these as `bench`. */
export interface Bench {
  readonly name: string
  readonly about: string
  run(options: BenchOptions): Promise<readonly Measure[]>
}

export function holds({ value, atLeast, atMost }: Measure): boolean {
  return (atLeast === undefined || value >= atLeast) && (atMost === undefined || value <= atMost)
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
