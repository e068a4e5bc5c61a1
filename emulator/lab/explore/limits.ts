import type { Experiment } from './experiment.ts'
import type { FaultBaseline } from './fault.ts'
import { readMilliseconds } from '../engine/read-milliseconds.ts'
import type { ExploreOptions } from './options.ts'
import type { Limits } from '../engine/client.ts'

/** Minimum of the default time limit in milliseconds, and its factor over the baseline. */
const MIN_TIME_LIMIT_MS = 5_000
const BASELINES = 5
/** Minimum of the limit for the baseline in milliseconds, and its factor over a given time limit. */
const MIN_BASELINE_LIMIT_MS = 120_000
const GIVEN_LIMITS = 10
/** Factor of the time limit for a client that keeps calling with pauses. */
const CALLING_LIMITS = 4
/** Time for additional calls that a fault needs, as a multiple of the baseline's time per call. */
const MARGIN = 2

/** Real time for a run. A given limit bounds the whole run, plus the time of calls that the fault needs. */
export function timeLimits(
  tookMs: number,
  experiment: Pick<Experiment, 'plans'>,
  { timeLimit }: Pick<ExploreOptions, 'timeLimit'>,
): Pick<Limits, 'timeMs' | 'idleMs'> {
  const given = readMilliseconds('timeLimit', timeLimit)
  const idleMs = given ?? Math.max(MIN_TIME_LIMIT_MS, BASELINES * tookMs)
  const factor = necessaryCalls(experiment)
  const forCalls = factor === 1 ? 0 : MARGIN * tookMs * factor
  return { idleMs, timeMs: Math.max(given ?? CALLING_LIMITS * idleMs, forCalls) }
}

/**
 * Real time for a run without a fault, far more than for the others: it shows how long the client takes on this machine, which may be busy.
 */
export function baselineLimit({ timeLimit }: Pick<ExploreOptions, 'timeLimit'>): number {
  return Math.max(MIN_BASELINE_LIMIT_MS, GIVEN_LIMITS * (readMilliseconds('timeLimit', timeLimit) ?? 0))
}

/** Factor by which the faults of an experiment multiply the calls that a run needs. */
function necessaryCalls({ plans }: Pick<Experiment, 'plans'>): number {
  return Math.max(1, ...plans.map(({ calls = 1 }) => calls))
}

/**
 * Maximum of calls and sockets: twenty times the baseline's, at least fifty, and those that the fault needs. More is a
 * storm.
 */
export function callLimit({ points, openings }: FaultBaseline, experiment: Pick<Experiment, 'plans'>): number {
  return Math.max(50, 20 * (points.length + openings)) * necessaryCalls(experiment)
}

/**
 * Maximum of failing calls of a unit per second: twenty, plus five for each call of the baseline, which may be
 * concurrent. More is a storm.
 */
export function failingLimit({ points }: FaultBaseline, unit: string): number {
  return Math.max(20, 5 * points.filter((point) => point.unit === unit).length)
}
