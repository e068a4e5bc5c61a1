/** One number of a benchmark, with the bound that the project promises for it. */
export interface Measure {
  /** Name of the measurement, which can be read alone. */
  readonly what: string
  readonly value: number
  /** `x`: a ratio. */
  readonly unit: 'x' | 'us' | 'ms' | 's' | 'bytes' | 'KB' | 'MB' | 'modules'
  readonly atLeast?: number
  readonly atMost?: number
  /** The two sides of a ratio, in words. */
  readonly detail?: string
}

export interface BenchOptions {
  /** Short runs, for CI: the same code, less certain numbers. */
  readonly quick: boolean
}

/** A file of `tools/bench/` or `tools/bench/users/` exports one of these as `bench`. */
export interface Bench {
  readonly about: string
  run(options: BenchOptions): Promise<readonly Measure[]>
}

export function isBounded({ atLeast, atMost }: Measure): boolean {
  return atLeast !== undefined || atMost !== undefined
}

/** A value that is no number holds no bound. */
export function holds({ value, atLeast, atMost }: Measure): boolean {
  return (
    Number.isFinite(value) && (atLeast === undefined || value >= atLeast) && (atMost === undefined || value <= atMost)
  )
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** The value that a share of the others lies below, between neighbours where it falls between them. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const place = (sorted.length - 1) * share
  const below = sorted[Math.floor(place)]!
  return below + (sorted[Math.ceil(place)]! - below) * (place % 1)
}
