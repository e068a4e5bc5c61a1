import { runWorldBaseline, type WorldBaseline } from '../engine/baseline.ts'
import { wideLimits, type Limits } from '../engine/client.ts'
import type { Deadline } from '../engine/deadline.ts'
import type { WorldSubject } from '../engine/world-subject.ts'
import { firstLimit } from '../engine/limit-for.ts'
import { readMilliseconds } from '../engine/read-milliseconds.ts'
import { requireCalls, wantsOrders } from './experiments.ts'
import type { PlainRun } from './fault.ts'
import type { ExploreOptions } from './options.ts'
import { callNames, compareCalls } from '../engine/call-names.ts'
import { findPoints } from './points.ts'
import { hostOf } from '../../host/instance-of.ts'
import type { CallEvent, CallGate } from '../../engine/kernel/call-order.ts'
import { plain } from '../engine/overlay.ts'
import { now, wait } from '../engine/real-time.ts'

/** Facts about a subject from its runs without a fault. */
export interface BaselineRuns extends WorldBaseline, Pick<PlainRun, 'points' | 'concurrent'> {
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

/** Real milliseconds without a call after which a client is assumed to wait for its answers. */
const [MIN_QUIET_MS, MAX_QUIET_MS] = [15, 100] as const
/** Maximum of real milliseconds for which one run's answers are held back. */
const MAX_HELD_MS = 3_000

/**
 * Runs the subject once, and holds each answer back until no more calls arrive: calls that are then pending are
 * concurrent, even if a fast server would have answered one first. Returns their names, group by group, in order of
 * arrival.
 */
async function concurrentCalls(subject: WorldSubject, tookMs: number, limits: Limits): Promise<string[][]> {
  const quietMs = Math.min(MAX_QUIET_MS, Math.max(MIN_QUIET_MS, tookMs / 5))
  const watcher = new Watcher(quietMs)
  await subject.run(plain, limits, undefined, (world) => (hostOf(world).order.watcher = watcher))
  return watcher.groups.filter(({ length }) => length > 1)
}

class Watcher implements CallGate {
  readonly groups: string[][] = []
  readonly #quietMs: number
  readonly #until = now() + MAX_HELD_MS
  #held: { readonly call: string; readonly then: () => void }[] = []
  #quiet = new AbortController()

  constructor(quietMs: number) {
    this.#quietMs = quietMs
  }

  pass(event: CallEvent, then: () => void): void {
    const call = event.replace(/ is \w+$/, '')
    if (call + ' is handled' === event || now() > this.#until) {
      then()
      return
    }
    this.#held.push({ call, then })
    this.#quiet.abort()
    const quiet = (this.#quiet = new AbortController())
    void wait(this.#quietMs, quiet.signal).then(() => !quiet.signal.aborted && this.#release())
  }

  #release(): void {
    const held = this.#held
    this.#held = []
    this.groups.push(held.map(({ call }) => call))
    for (const { then } of held) then()
  }
}
