import type { StartOptions } from '../../host/create-world.ts'
import { countCores } from '../subjects/cores.ts'
import { Deadline } from '../engine/deadline.ts'
import type { Met } from '../engine/subject.ts'
import type { Variant } from '../engine/variant.ts'
import type { Environment } from '../subjects/addresses.ts'
import { limitFor } from '../engine/limit-for.ts'
import { Suite } from '../subjects/suite.ts'
import { inOrderOfWeight, type MutantOutcome } from './report.ts'
import { rerunLine, type FormatRerun } from './rerun-line.ts'
import { tryRuns } from './try-runs.ts'

/** A command that runs tests, with the settings for trying it. */
export interface Trial {
  readonly program: readonly string[]
  readonly env: Environment
  /** World of the server that it is given, if it asks one. Default: the starter world. */
  readonly start?: Pick<StartOptions, 'scenario' | 'fixtures' | 'seed'>
  /** Secret of its key there. Default: the first `admin` key of the world. */
  readonly key?: string | undefined
  /** Folder whose files are copied into its HOME there. */
  readonly home?: string | undefined
  /** Concurrent runs; undefined: as many as cores, if the tests pass that way. */
  readonly jobs?: number | undefined
  /** Real milliseconds for all runs, the first one included. */
  readonly budget?: number | undefined
  /** Real milliseconds for one run; undefined: five times the run without a mutant, at least 10 s. */
  readonly timeLimit?: number | undefined
  /** A run that does not end in time counts as having noticed the mutant. */
  readonly timeoutsKill?: boolean
  /** Ends running commands. Remaining mutants stay undecided. */
  readonly stop: AbortSignal
  readonly live: Live
}

/** Listener for the progress of a run. */
export interface Live {
  /** Called when the tests passed without a mutant, with the number of mutants to decide. */
  begin(of: number): void
  decided(outcome: MutantOutcome): void
  note(text: string): void
}

/** Outcomes of variants, and the tests that met their statements. */
export interface TriedSuite {
  readonly met: Met
  /** In the order of the variants. */
  readonly outcomes: readonly MutantOutcome[]
  readonly formatRerun: FormatRerun
}

/**
 * Runs tests without a variant, then tries variants of the statements that they met. Rejects with `SubjectFails` if the
 * tests fail without a variant, and with `Stopped` if this first run is stopped, or takes longer than the budget.
 */
export async function trySuite(variants: readonly Variant[], trial: Trial): Promise<TriedSuite> {
  const deadline = new Deadline(trial.budget, trial.stop)
  const { program, env, live } = trial
  try {
    const suite = await Suite.open({ program, env, stop: deadline.signal }, (text) => live.note(text))
    try {
      const { met, files } = suite.baseline
      live.begin(variants.filter(({ statements: [id = ''] }) => met.has(id)).length)
      const outcomes = await decide(suite, variants, trial, deadline)
      return { outcomes, met, formatRerun: rerunLine(program, files ?? []) }
    } finally {
      await suite.close()
    }
  } finally {
    deadline.close()
  }
}

async function decide(
  suite: Suite,
  variants: readonly Variant[],
  { timeLimit, timeoutsKill = false, live, ...trial }: Trial,
  { signal: stop }: Deadline,
): Promise<MutantOutcome[]> {
  const { met, answers, milliseconds } = suite.baseline
  const limitMs = timeLimit ?? limitFor(milliseconds)
  const jobs = trial.jobs ?? (await findJobs(suite, stop, live))
  const byId = new Map(variants.map((each) => [each.id, each]))
  const outcomes = await tryRuns(inOrderOfWeight(variants), met, {
    jobs,
    tellsFiles: await tellFiles(suite, variants, jobs, live),
    timeoutsKill,
    stop,
    answers,
    run: (ids, files) =>
      suite.tried(
        ids.map((id) => byId.get(id)!),
        files,
        limitMs,
      ),
    onDecided: (outcome) => live.decided(outcome),
  })
  const decided = new Map(outcomes.map((outcome) => [outcome.id, outcome]))
  return variants.map(({ id }) => decided.get(id)!)
}

/** Least number of variants per test file that makes a separate run of each test file worthwhile. */
const VARIANTS_FOR_A_FILE = 2

/** True if failed test files show which variant was noticed: they do not depend on each other. */
async function tellFiles(suite: Suite, variants: readonly Variant[], jobs: number, live: Live): Promise<boolean> {
  const { files, met } = suite.baseline
  const count = variants.filter(({ statements: [id = ''] }) => met.has(id)).length
  if (files === undefined || files.length < 2 || count < VARIANTS_FOR_A_FILE * files.length) return false
  // A server of a global setup is met outside of all test files.
  if ([...met.values()].some((who) => who.files === undefined)) return false
  const leaning = await suite.findLeaning(jobs)
  if (leaning.length > 0)
    live.note(
      `svc-emulator: ${leaning.slice(0, 3).join(', ')}${leaning.length > 3 ? ` and ${leaning.length - 3} more` : ''}: tests depend on those of other files (alone one fails, or meets something else), so each mutant runs all files`,
    )
  return leaning.length === 0
}

/** Number of concurrent runs: as many as cores if the tests pass beside each other, else one. */
async function findJobs(suite: Suite, stop: AbortSignal, live: Live): Promise<number> {
  const jobs = countCores()
  if (jobs === 1 || (await suite.passesBeside(jobs)) || stop.aborted) return jobs
  live.note('svc-emulator: the tests fail beside a second run of themselves, so they run one at a time')
  return 1
}
