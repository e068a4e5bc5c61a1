import { runWorldBaseline, type WorldBaseline } from '../engine/baseline.ts'
import { wideLimits } from '../engine/client.ts'
import type { Deadline } from '../engine/deadline.ts'
import type { WorldSubject } from '../engine/world-subject.ts'
import { firstLimit } from '../engine/limit-for.ts'
import { readMilliseconds } from '../engine/read-milliseconds.ts'
import { concurrentCalls } from './concurrency.ts'
import { requireCalls, wantsOrders } from './experiments.ts'
import type { FaultBaseline } from './fault.ts'
import type { ExploreOptions } from './options.ts'
import { callNames, compareCalls } from '../engine/call-names.ts'
import { findPoints } from './points.ts'

/** Facts about a subject from its runs without a fault. */
export interface BaselineRuns extends WorldBaseline, Pick<FaultBaseline, 'points' | 'concurrent'> {
  /** Calls that the two runs made a different number of times: `GET /users/me: 1 and 0`. */
  readonly unevenCalls: readonly string[]
}

/**
 * Runs the subject without a fault, unless that is known. Rejects with `BaselineError` when experiments could not be compared with that, and
 * with `Stopped` when the work is over before.
 */
export async function exploreBaseline(
  given: WorldSubject | WorldBaseline,
  options: Pick<ExploreOptions, 'timeLimit' | 'only' | 'skip' | 'case'>,
  deadline: Deadline,
): Promise<BaselineRuns> {
  const limits = wideLimits(firstLimit(readMilliseconds('timeLimit', options.timeLimit)))
  const begun = 'cold' in given ? given : await runWorldBaseline(given, limits, deadline)
  const { subject, cold, first, tookMs } = begun
  const points = findPoints(first.entries())
  requireCalls(subject, points, options)
  const names = points.length > 1 && wantsOrders(options) ? await concurrentCalls(subject, tookMs, limits) : []
  return {
    ...begun,
    unevenCalls: compareCalls(callNames(cold.calls), callNames(first.calls)),
    points,
    concurrent: names.map((group) => group.flatMap((name) => points.find(({ id }) => id === name) ?? [])),
  }
}
