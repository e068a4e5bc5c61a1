import type { Experiment } from './experiment.ts'
import type { Baseline } from './fault.ts'
import { readMilliseconds, type ExploreOptions } from './options.ts'
import type { Limits } from './subject.ts'

/** The shortest default time limit, and how many times over the baseline may take. */
const MIN_TIME_LIMIT_MS = 5_000
const BASELINES = 5
/** A client that goes on calling, with pauses, has so many times as long. */
const CALLING_LIMITS = 4
/** Time for the calls that a fault makes necessary, as a multiple of what the baseline takes for as many. */
const MARGIN = 2

/** Real time for a run. A limit that was given holds for all of a run, but for the time of calls that the fault makes necessary. */
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

/** Factor by which the faults of an experiment multiply the calls that a run needs. */
function necessaryCalls({ plans }: Pick<Experiment, 'plans'>): number {
  return Math.max(1, ...plans.map(({ calls = 1 }) => calls))
}

/** Calls and sockets that a run may make before it is a storm: twenty times those of the baseline, at least fifty, and what the fault makes necessary. */
export function callLimit({ points, openings }: Baseline, experiment: Pick<Experiment, 'plans'>): number {
  return Math.max(50, 20 * (points.length + openings)) * necessaryCalls(experiment)
}

/** Failing calls of a unit within a second before they are a storm: twenty, and five for each call of the baseline, which may be concurrent. */
export function failingLimit({ points }: Baseline, unit: string): number {
  return Math.max(20, 5 * points.filter((point) => point.unit === unit).length)
}
