import type { Experiment } from './experiment.ts'
import type { PlainRun } from './fault.ts'
import { clientLimits } from '../engine/limit-for.ts'
import { readMilliseconds } from '../engine/read-milliseconds.ts'
import type { ExploreOptions } from './options.ts'
import type { Limits } from '../engine/client.ts'

/** Time for additional calls that a fault needs, as a multiple of the baseline's time per call. */
const MARGIN = 2

/** Real time for a run. A given limit bounds the whole run, plus the time of calls that the fault needs. */
export function timeLimits(
  tookMs: number,
  experiment: Pick<Experiment, 'plans'>,
  { timeLimit }: Pick<ExploreOptions, 'timeLimit'>,
): Pick<Limits, 'timeMs' | 'idleMs'> {
  const { idleMs, timeMs } = clientLimits(tookMs, readMilliseconds('timeLimit', timeLimit))
  const factor = necessaryCalls(experiment)
  return { idleMs, timeMs: Math.max(timeMs, factor === 1 ? 0 : MARGIN * tookMs * factor) }
}

/** Factor by which the faults of an experiment multiply the calls that a run needs. */
function necessaryCalls({ plans }: Pick<Experiment, 'plans'>): number {
  return Math.max(1, ...plans.map(({ calls = 1 }) => calls))
}

/**
 * Maximum of calls and sockets: twenty times the baseline's, at least fifty, and those that the fault needs. More is a
 * storm.
 */
export function callLimit({ points, openings }: PlainRun, experiment: Pick<Experiment, 'plans'>): number {
  return Math.max(50, 20 * (points.length + openings)) * necessaryCalls(experiment)
}

/**
 * Maximum of failing calls of a unit per second: twenty, plus five for each call of the baseline, which may be
 * concurrent. More is a storm.
 */
export function failingLimit({ points }: PlainRun, unit: string): number {
  return Math.max(20, 5 * points.filter((point) => point.unit === unit).length)
}
