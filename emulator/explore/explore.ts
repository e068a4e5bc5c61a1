import { createEmulator } from '../host/emulator.ts'
import { offerExtras } from '../host/extras.ts'
import { hostOf } from '../host/instance-of.ts'
import { EmulatorError } from '../diagnostics/emulator-error.ts'
import type { Emulator } from '../host/emulator.ts'
import { Exploration, type Judged, type Progress } from './exploration.ts'
import type { Group } from './fault.ts'
import { findingsIn, reportOf } from './findings.ts'
import { functionSubject, type Open, type SubjectFunction } from './function-subject.ts'
import { checkExploreOptions, millisecondsOf, type ExploreOptions } from './options.ts'
import { now, wait } from './real-time.ts'
import type { ExploreReport } from './report.ts'
import type { Subject } from './subject.ts'
import { watchRejections } from './watch-rejections.ts'

/** How long after an exploration a promise that one of its runs left behind may reject without ending the process. */
const LATE_MS = 1_000

/**
 * Runs a client once for each thing that the service is documented to do to one of its calls, and each thing that a network can do, in a
 * world of its own, and judges: where it hangs, crashes, gives up wrongly, shows its key, or says that all is well when it is not.
 *
 * Rejects with `EmulatorError` for wrong options, and for a subject that fails without a fault.
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
  return exploreSubject(functionSubject(subject, options.apiKey ?? firstAdminKey(base)), base, options)
}

/** As `explore`, in forks of a world that is there, each reached as `open` says. */
export async function exploreReached(subject: SubjectFunction, base: Emulator, options: ExploreOptions, open: Open): Promise<ExploreReport> {
  checkExploreOptions(options)
  return exploreSubject(functionSubject(subject, options.apiKey ?? firstAdminKey(base), open), base, options)
}

/** The world that experiments fork. */
export function baseEmulator({ scenario, fixtures, seed, settings }: ExploreOptions): Emulator {
  offerExtras()
  return createEmulator({
    ...(scenario !== undefined && { scenario }), ...(fixtures !== undefined && { fixtures }), ...(seed !== undefined && { seed }), ...(settings !== undefined && { settings }),
    journal: { size: 100_000 },
  })
}

export function firstAdminKey(base: Emulator): string {
  for (const { record } of hostOf(base).world.api_keys.rows()) if (record.role === 'admin') return record.key
  throw new EmulatorError('the world has no admin key to give to the subject; name one with `apiKey`')
}

/** The same for anything that can be run: a function, a program. */
export async function exploreSubject(subject: Subject, base: Emulator, options: ExploreOptions, progress: Progress = {}): Promise<ExploreReport> {
  const late = watchRejections()
  try {
    const exploration = await Exploration.begin(subject, base, options)
    const judged: Judged[] = []
    const left = await runAll(exploration, judged, options, progress)
    return reportOf(exploration, judged, left, options)
  } finally {
    // What a run left behind can reject after it was judged: its timers go on.
    void wait(LATE_MS).then(() => late.stop())
  }
}

/** Runs what the budget allows, so many at a time; what is left is counted by group. */
async function runAll(exploration: Exploration, judged: Judged[], options: ExploreOptions, { onJudged, jobs = 1 }: Progress): Promise<Partial<Record<Group, number>>> {
  const budget = millisecondsOf('budget', options.budget) ?? Infinity
  const began = now()
  const queue = options.case === undefined ? exploration.experiments() : exploration.named(options.case)
  const left: Partial<Record<Group, number>> = {}
  let next = 0
  const work = async (): Promise<void> => {
    for (let experiment = queue[next++]; experiment !== undefined; experiment = queue[next++]) {
      if (now() - began > budget) {
        left[experiment.fault.group] = (left[experiment.fault.group] ?? 0) + 1
        continue
      }
      const result = await exploration.run(experiment)
      judged.push(result)
      onJudged?.(result, judged.length, queue.length)
      // What one fault shows needs no second.
      if (options.depth === 2 && experiment.after === undefined && findingsIn([result], options).length === 0) queue.push(...exploration.deeper(result))
    }
  }
  await Promise.all(Array.from({ length: jobs }, work))
  const places = new Map(queue.map((experiment, place) => [experiment, place]))
  judged.sort((a, b) => places.get(a.experiment)! - places.get(b.experiment)!)
  return left
}
