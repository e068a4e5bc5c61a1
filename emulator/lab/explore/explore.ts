import { createEmulator, Emulator } from '../../host/emulator.ts'
import { hostOf, instanceOf } from '../../host/instance-of.ts'
import { didYouMean } from '../../engine/checking/near-miss.ts'
import { EmulatorError } from '../../engine/checking/emulator-error.ts'
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

/** How long after an exploration a promise that one of its runs left behind may reject without ending the process. */
const LATE_MS = 1_000

/**
 * Runs a client once for each thing that the service is documented to do to one of its calls, and each thing that a network can do, in a
 * world of its own, and judges: where it hangs, crashes, gives up wrongly, shows its key, or says that all is well when it is not.
 *
 * Rejects with `EmulatorError` for wrong options, and for a subject that makes no call, or fails without a fault.
 *
 * @example
 * const report = await explore(async ({ fetch, baseUrl, apiKey }) => {
 *   const response = await fetch(`${baseUrl}/users/me`, { headers: { 'X-API-Key': apiKey } })
 *   return (await response.json()).user.name
 * })
 * expect(report.findings).toEqual([])
 */
export async function explore(subject: SubjectFunction, options: ExploreOptions = {}): Promise<ExploreReport> {
  checkExploreOptions(options)
  const base = baseEmulator(options)
  return (await exploreSubject(functionSubject(subject, keyFor(base, options.apiKey)), base, options)).report
}

/** As `explore`, in forks of a world that is there, each reached as `open` says. */
export async function exploreReached(
  subject: SubjectFunction,
  given: Emulator,
  options: ExploreOptions,
  open: Open,
): Promise<ExploreReport> {
  checkExploreOptions(options)
  const base = new Emulator(instanceOf(given).fork({ from: 'start' }, undefined, given.journal.empty(JOURNAL)))
  return (await exploreSubject(functionSubject(subject, keyFor(base, options.apiKey), open), base, options)).report
}

/** Runs are judged by their calls: all of them are kept. */
const JOURNAL = { size: 100_000, bytes: 512 * 1024 * 1024 }

/** The world that experiments fork. */
export function baseEmulator({ scenario, fixtures, seed, settings }: ExploreOptions): Emulator {
  return createEmulator({
    ...(scenario !== undefined && { scenario }),
    ...(fixtures !== undefined && { fixtures }),
    ...(seed !== undefined && { seed }),
    ...(settings !== undefined && { settings }),
    // The subject may be a page, whose origin is another.
    cors: true,
    journal: JOURNAL,
  })
}

/** The key that the subject is given. Throws `EmulatorError` for one that the world has not: with it a client would meet nothing but refusals. */
export function keyFor(base: Emulator, given: string | undefined): string {
  if (given === undefined) return firstAdminKey(base)
  const known = findSecrets(hostOf(base).world)
  if (known.includes(given)) return given
  throw new EmulatorError(`the world has no key or token '${given}'${didYouMean(given, known)}`)
}

export function firstAdminKey(base: Emulator): string {
  for (const { record } of hostOf(base).world.api_keys.rows()) if (record.role === 'admin') return record.key
  throw new EmulatorError('the world has no admin key to give to the subject; name one with `apiKey`')
}

/** A report, and what was run for it. */
export interface Explored {
  readonly report: ExploreReport
  readonly judged: readonly Judged[]
  readonly exploration: Exploration
}

/** The same for anything that can be run: a function, a program. Gives what was run beside the report. */
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
    // What a run left behind can reject after it was judged: its timers go on.
    void wait(LATE_MS).then(() => late.stop())
  }
}
