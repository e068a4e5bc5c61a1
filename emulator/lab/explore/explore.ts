import { Emulator } from '../../host/emulator.ts'
import { instanceOf } from '../../host/instance-of.ts'
import { checkAgainstOptions, isAgainst, type AgainstOptions } from './against/against-options.ts'
import { exploreAgainst } from './against/explore-against.ts'
import type { ReleasesReport } from './against/releases-report.ts'
import type { WorldBaseline } from '../engine/baseline.ts'
import { baseEmulator, JOURNAL, keyFor } from '../engine/base-emulator.ts'
import { Deadline } from '../engine/deadline.ts'
import { WorldSubject } from '../engine/world-subject.ts'
import { Exploration, type JudgedRun } from './exploration.ts'
import { makeReport } from './make-report.ts'
import { functionSubject, type Open, type SubjectFunction } from '../subjects/function.ts'
import { exploreReleaseOfFunction, isRelease, type ReleaseOptions } from './release/options.ts'
import type { ReleaseReport } from './release/report.ts'
import { exploreFunctions, isTogether, type TogetherOptions } from './together/options.ts'
import type { TogetherReport } from './together/report.ts'
import { readMilliseconds } from '../engine/read-milliseconds.ts'
import { checkExploreOptions, type ExploreOptions } from './options.ts'
import type { ExploreReport } from './report.ts'
import { runAll, type Progress } from './run-all.ts'
import type { Client } from '../engine/client.ts'

/**
 * Runs a client once for each documented failure of each of its calls, and each failure of the network, in a world of
 * its own. Judges each run: does the client hang, crash, give up wrongly, leak its key, or claim success wrongly?
 *
 * Rejects with `EmulatorError` for wrong options, and for a subject that makes no call or fails without a fault.
 *
 * @example
 * const report = await explore(async ({ fetch, baseUrl, apiKey }) => {
 *   const response = await fetch(`${baseUrl}/users/me`, { headers: { 'X-API-Key': apiKey } })
 *   return (await response.json()).user.name
 * })
 * expect(report.findings).toEqual([])
 *
 * @example With `copies`, runs it several times at once: what do they do that they do not do one after the other?
 * const { findings } = await explore(makesKeyOnce, { copies: 2 })
 * expect(findings).toEqual([])
 *
 * @example With `release`, each request meets the old or the new release of the service: which mix breaks the client?
 * const { findings } = await explore(readsAllPages, { release: { default_limit: 20 } })
 * expect(findings).toEqual([])
 *
 * @example With `against`, compares two releases of a client: what does the new one do worse under the same failures?
 * const { worse } = await explore(withRetry, { against: withoutRetry })
 * expect(worse).toEqual([])
 */
export function explore(subject: SubjectFunction, options: AgainstOptions): Promise<ReleasesReport>
export function explore(subject: SubjectFunction, options?: ExploreOptions): Promise<ExploreReport>
export function explore(subject: SubjectFunction, options: TogetherOptions): Promise<TogetherReport>
export function explore(subject: SubjectFunction, options: ReleaseOptions): Promise<ReleaseReport>
export async function explore(
  subject: SubjectFunction,
  options: ExploreOptions | AgainstOptions | TogetherOptions | ReleaseOptions = {},
): Promise<ExploreReport | ReleasesReport | TogetherReport | ReleaseReport> {
  if (isRelease(options)) return exploreReleaseOfFunction(subject, options)
  if (isAgainst(options)) return compareFunctions(subject, options)
  if (isTogether(options)) return exploreFunctions(subject, options)
  checkExploreOptions(options)
  const base = baseEmulator(options)
  return (await exploreSubject(functionSubject(subject, keyFor(base, options.apiKey)), base, options)).report
}

function compareFunctions(subject: SubjectFunction, options: AgainstOptions): Promise<ReleasesReport> {
  checkAgainstOptions(options)
  return compareIn(baseEmulator(options), subject, options)
}

function compareIn(
  base: Emulator,
  subject: SubjectFunction,
  { against, ...options }: AgainstOptions,
  open?: Open,
): Promise<ReleasesReport> {
  const key = keyFor(base, options.apiKey)
  const asSubject = (client: SubjectFunction) => functionSubject(client, key, open)
  return exploreAgainst({ old: asSubject(against), new: asSubject(subject) }, base, options)
}

/** Explores in forks of a given world, one client or two. `open` connects the subject to each of them. */
export async function exploreReached(
  subject: SubjectFunction,
  given: Emulator,
  options: ExploreOptions | AgainstOptions,
  open: Open,
): Promise<ExploreReport | ReleasesReport> {
  if (isAgainst(options)) checkAgainstOptions(options)
  else checkExploreOptions(options)
  const base = new Emulator(instanceOf(given).fork({ from: 'start' }, undefined, given.journal.empty(JOURNAL)))
  if (isAgainst(options)) return compareIn(base, subject, options, open)
  return (await exploreSubject(functionSubject(subject, keyFor(base, options.apiKey), open), base, options)).report
}

/** A report, with the experiments behind it. */
export interface Explored {
  readonly report: ExploreReport
  readonly judged: readonly JudgedRun[]
  readonly exploration: Exploration
}

/** Explores a function or a program. Returns its experiments beside the report. */
export function exploreSubject(
  client: Client,
  base: Emulator,
  options: ExploreOptions,
  progress?: Progress,
): Promise<Explored> {
  return exploreBegun(new WorldSubject(client, base), options, progress)
}

/** Explores a client whose runs without a fault may be known. */
export async function exploreBegun(
  subject: WorldSubject | WorldBaseline,
  options: ExploreOptions,
  progress: Progress = {},
): Promise<Explored> {
  const deadline = new Deadline(readMilliseconds('budget', options.budget, 0), progress.stop)
  try {
    const exploration = await Exploration.begin(subject, options, deadline)
    const all = await runAll(exploration, options, progress)
    return { report: makeReport(exploration, all, options), judged: all.judged, exploration }
  } finally {
    deadline.close()
  }
}
