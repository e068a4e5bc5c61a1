import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import type { Emulator } from '../../host/emulator.ts'
import { worldDifferences, type WorldMasks } from './canonical.ts'
import { concurrentCalls } from './concurrency.ts'
import { observe, type Observed } from './experiment.ts'
import { requireCalls, wantsOrders } from './experiments.ts'
import type { Baseline } from './fault.ts'
import { baselineLimit } from './limits.ts'
import type { ExploreOptions } from './options.ts'
import { findMasks } from './output.ts'
import { callNames, compareCalls, findPoints } from './points.ts'
import { now } from './real-time.ts'
import type { End, Limits, Subject } from './subject.ts'
import { findWorldMasks } from './world-masks.ts'

/** The runs without a fault fail, or differ from each other: experiments cannot be compared with them. */
class BaselineError extends EmulatorError {}

/** The subject makes no call of the API. */
export class NoCall extends BaselineError {}

/** Facts about a subject from its runs without a fault. */
export interface BaselineRuns extends Pick<Baseline, 'points' | 'concurrent'> {
  /** The second run: like all later ones it meets the state that the first left in its process. */
  readonly first: Observed
  /** Paths of the output at which the two runs differ. */
  readonly masks: ReadonlySet<string>
  readonly worldMasks: WorldMasks
  /** Calls that the two runs made a different number of times: `GET /users/me: 1 and 0`. */
  readonly unevenCalls: readonly string[]
  /** Real milliseconds of one run. */
  readonly tookMs: number
}

/**
 * Runs the subject twice without a fault. Rejects with `BaselineError` when a run fails, or when the two write
 * different records.
 */
export async function runBaseline(subject: Subject, base: Emulator, options: ExploreOptions): Promise<BaselineRuns> {
  const timeMs = baselineLimit(options)
  const limits: Limits = { timeMs, idleMs: timeMs, calls: 100_000, failingPerSecond: () => Infinity }
  const began = now()
  const unmasked = await runTwice(subject, base, limits)
  const tookMs = (now() - began) / 2
  const worldMasks = findWorldMasks(unmasked[0].world, unmasked[1].world)
  const [cold, first] = worldMasks.size === 0 ? unmasked : await runTwice(subject, base, limits, worldMasks)
  requireSameWorld(subject, cold, first)
  const points = findPoints(first.entries())
  if (points.length === 0 && first.openings === 0) throw new NoCall(explainNoCall(subject, first, cold))
  requireCalls(subject, points, options)
  const names = points.length > 1 && wantsOrders(options) ? await concurrentCalls(subject, base, tookMs, limits) : []
  return {
    first,
    worldMasks,
    masks: new Set(findMasks(cold.output, first.output)),
    unevenCalls: compareCalls(callNames(cold.raw), callNames(first.raw)),
    tookMs,
    points,
    concurrent: names.map((group) => group.flatMap((name) => points.find(({ id }) => id === name) ?? [])),
  }
}

/** Runs the subject twice without a fault. Rejects with `BaselineError` when a run fails. */
async function runTwice(
  subject: Subject,
  base: Emulator,
  limits: Limits,
  masks?: WorldMasks,
): Promise<[Observed, Observed]> {
  const watching = masks === undefined ? {} : { masks }
  const cold = await observe(subject, base, [], limits, watching)
  requireSuccess(subject, cold)
  const first = await observe(subject, base, [], limits, watching)
  requireSuccess(subject, first)
  return [cold, first]
}

function requireSameWorld({ name }: Subject, cold: Observed, first: Observed): void {
  const differences = worldDifferences(cold.world, first.world)
  if (differences.length > 0)
    throw new BaselineError(
      `${name} writes different records in each run, so nothing can be compared:\n${differences.slice(0, 4).join('\n')}`,
    )
}

/**
 * Explains a baseline without calls. It cannot be explored: a subject that calls nothing, or another server, would
 * survive every fault.
 */
function explainNoCall({ name }: Subject, run: Observed, cold: Observed): string {
  if (callNames(cold.raw).length > 0)
    return `${name} made no call of the API in its second run, so nothing can be tried: it keeps the answers of its first run.`
  const [stray] = run.entries()
  const asked =
    stray === undefined
      ? ''
      : ` It requested ${stray.request.method} ${stray.request.url}, which is not part of the API.`
  return `${name} made no call of the API, so nothing can be tried.${asked} Does it use the address that it is given?`
}

const endings: Readonly<Record<Exclude<End, 'succeeded'>, string>> = {
  failed: 'fails',
  hung: 'hangs',
  crashed: 'crashes',
  storm: 'makes too many calls',
}

function requireSuccess({ name }: Subject, { outcome }: Observed): void {
  if (outcome.end === 'succeeded') return
  throw new BaselineError(`${name} ${endings[outcome.end]} without a fault, so nothing can be tried: ${outcome.said}`)
}
