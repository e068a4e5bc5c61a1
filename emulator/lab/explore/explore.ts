import { createEmulator, Emulator } from '../../host/emulator.ts'
import type { StartOptions } from '../../host/create-world.ts'
import { hostOf, instanceOf } from '../../host/instance-of.ts'
import { didYouMean } from '../../engine/checking/near-miss.ts'
import { given } from '../../engine/checking/given.ts'
import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { checkAgainstOptions, isAgainst, type AgainstOptions } from './against/against-options.ts'
import { exploreAgainst } from './against/explore-against.ts'
import type { ReleasesReport } from './against/releases-report.ts'
import { Exploration, type Judged } from './exploration.ts'
import { makeReport } from './make-report.ts'
import { functionSubject, type Open, type SubjectFunction } from './function-subject.ts'
import { checkExploreOptions, type ExploreOptions } from './options.ts'
import { wait } from './real-time.ts'
import { findSecrets } from './secrets.ts'
import type { ExploreReport } from './report.ts'
import { runAll, type Progress } from './run-all.ts'
import type { Subject } from './subject.ts'
import { watchRejections } from './watch-rejections.ts'

/** Real milliseconds after an exploration during which a late rejection of one of its runs does not end the process. */
const LATE_MS = 1_000

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
 * @example With `against`, compares two releases of a client: what does the new one do worse under the same failures?
 * const { worse } = await explore(withRetry, { against: withoutRetry })
 * expect(worse).toEqual([])
 */
export function explore(subject: SubjectFunction, options: AgainstOptions): Promise<ReleasesReport>
export function explore(subject: SubjectFunction, options?: ExploreOptions): Promise<ExploreReport>
export async function explore(
  subject: SubjectFunction,
  options: ExploreOptions | AgainstOptions = {},
): Promise<ExploreReport | ReleasesReport> {
  if (isAgainst(options)) return compareFunctions(subject, options)
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

/** Large enough to keep all entries of a run, which is judged by its calls. */
const JOURNAL = { size: 100_000, bytes: 512 * 1024 * 1024 }

/** The emulator that experiments fork. */
export function baseEmulator(
  options: Pick<StartOptions, 'scenario' | 'fixtures' | 'seed' | 'settings' | 'facts'>,
): Emulator {
  const { scenario, fixtures, seed, settings, facts } = options
  return createEmulator({
    ...given({ scenario, fixtures, seed, settings, facts }),
    // The subject may be a page of another origin.
    cors: true,
    journal: JOURNAL,
  })
}

/**
 * The key of the subject. Throws `EmulatorError` for a key that the world does not have: every call would be refused.
 */
export function keyFor(base: Emulator, given: string | undefined): string {
  if (given === undefined) return firstAdminKey(base)
  const known = findSecrets(hostOf(base).world)
  if (known.includes(given)) return given
  throw new EmulatorError(`the world has no key or token '${given}'${didYouMean(given, known)}`)
}

export function firstAdminKey(base: Emulator): string {
  const key = findAdminKey(base)
  if (key !== undefined) return key
  throw new EmulatorError('the world has no admin key to give to the subject; name one with `apiKey`')
}

/** Secret of the first admin key of the world; undefined where it has none. */
export function findAdminKey(base: Emulator): string | undefined {
  for (const { record } of hostOf(base).world.api_keys.rows()) if (record.role === 'admin') return record.key
  return undefined
}

/** A report, with the experiments behind it. */
export interface Explored {
  readonly report: ExploreReport
  readonly judged: readonly Judged[]
  readonly exploration: Exploration
}

/** Explores any subject: a function or a program. Returns its experiments beside the report. */
export async function exploreSubject(
  subject: Subject,
  base: Emulator,
  options: ExploreOptions,
  progress: Progress = {},
): Promise<Explored> {
  const late = watchRejections()
  try {
    const exploration = await Exploration.begin(subject, base, options)
    const all = await runAll(exploration, options, progress)
    return { report: makeReport(exploration, all, options), judged: all.judged, exploration }
  } finally {
    // Timers of a run may still reject after it was judged.
    void wait(LATE_MS).then(() => late.stop())
  }
}
