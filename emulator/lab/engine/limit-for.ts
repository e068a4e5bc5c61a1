import type { Limits } from './client.ts'

/** Real milliseconds of a run as it is, and its factor over a given limit. */
const FIRST_MS = 120_000
const GIVEN_LIMITS = 10
/** Factor of the time limit over the run as it is, and over the time without a call, for a client that keeps calling. */
const RUNS = 5
const CALLING_LIMITS = 4
const LEAST_MS = 5_000

/** Default time limit of a run with a variant, with a margin for other runs at the same time. The least one is for tests. */
export const limitFor = (milliseconds: number, least = 10_000): number => Math.max(least, RUNS * milliseconds)

/**
 * Time limit of the run as it is, far more than for the others: it shows how long a client takes on this machine, which
 * may be busy.
 *
 * @param timeLimit limit of the others, if it was given
 */
export const firstLimit = (timeLimit: number | undefined, least = FIRST_MS): number =>
  Math.max(least, GIVEN_LIMITS * (timeLimit ?? 0))

/** Time limits of a client whose run as it is took so long. A given limit bounds the whole run. */
export function clientLimits(tookMs: number, timeLimit: number | undefined): Pick<Limits, 'idleMs' | 'timeMs'> {
  const idleMs = timeLimit ?? limitFor(tookMs, LEAST_MS)
  return { idleMs, timeMs: timeLimit ?? CALLING_LIMITS * idleMs }
}
