import { availableParallelism } from 'node:os'
import { tryRuns, type Variant } from './schedule/try-runs.ts'
import { inOrderOfWeight, type MutantOutcome } from '../mutation/report.ts'
import { rerunLine } from './rerun-line.ts'
import { limitFor, Suite, type Baseline } from './suite.ts'
import type { Trial } from './trial.ts'
import type { Live, Way } from './way.ts'

/** Starts the command for each mutant, or for several mutants whose clauses share no answer. */
export async function startEach(trial: Trial): Promise<Way> {
  const { program, env, stop } = trial
  const suite = new Suite(program, env, stop)
  try {
    const baseline = await suite.baseline()
    return {
      met: baseline.met,
      formatRerun: rerunLine(program, baseline.files?.all ?? []),
      decide: (mutants) => runs(suite, baseline, mutants, trial),
      close: () => suite.close(),
    }
  } catch (error) {
    await suite.close()
    throw error
  }
}

/**
 * Decides mutants that were met outside of test files, by a server of a global setup or a program. Each needs a start.
 */
export async function startRest(mutants: readonly Variant[], trial: Trial): Promise<MutantOutcome[]> {
  trial.live.note(
    `svc-emulator: ${mutants.length} mutants were met outside of test files, so the command is started for them`,
  )
  const way = await startEach(trial)
  try {
    return await way.decide(mutants)
  } finally {
    await way.close()
  }
}

async function runs(
  suite: Suite,
  baseline: Baseline,
  mutants: readonly Variant[],
  { timeLimit, timeoutsKill = false, live, ...trial }: Trial,
): Promise<MutantOutcome[]> {
  const limitMs = timeLimit ?? limitFor(baseline.milliseconds)
  const jobs = trial.jobs ?? (await findJobs(suite, live))
  const tellsFiles = await tellFiles(suite, baseline, mutants, jobs, live)
  const outcomes = await tryRuns(inOrderOfWeight(mutants), baseline.met, {
    jobs,
    tellsFiles,
    timeoutsKill,
    stop: suite.stop,
    run: (ids, files) => suite.mutated(ids, files, baseline.files, limitMs),
    answers: baseline.answers,
    onDecided: (outcome) => live.decided(outcome),
  })
  const byId = new Map(outcomes.map((outcome) => [outcome.id, outcome]))
  return mutants.map(({ id }) => byId.get(id)!)
}

/** Least number of mutants per test file that makes a separate run of each test file worthwhile. */
const MUTANTS_FOR_A_FILE = 2

/**
 * True if failed test files show which mutant was noticed: the runner names them, and they do not depend on each other.
 */
async function tellFiles(
  suite: Suite,
  baseline: Baseline,
  mutants: readonly Variant[],
  jobs: number,
  live: Live,
): Promise<boolean> {
  const { files, met } = baseline
  const count = mutants.filter(({ clause }) => met.has(clause)).length
  if (files?.failures === undefined || files.all.length < 2 || count < MUTANTS_FOR_A_FILE * files.all.length)
    return false
  // A server of a global setup is met outside of all test files.
  if ([...met.values()].some((who) => who.files === undefined)) return false
  const leaning = await suite.findLeaning(baseline, jobs)
  if (leaning.length > 0)
    live.note(
      `svc-emulator: ${leaning.slice(0, 3).join(', ')}${leaning.length > 3 ? ` and ${leaning.length - 3} more` : ''}: tests depend on those of other files (alone one fails, or meets something else), so each mutant runs all files`,
    )
  return leaning.length === 0
}

/** Number of concurrent runs: as many as cores if the tests pass beside each other, else one. */
async function findJobs(suite: Suite, live: Live): Promise<number> {
  const jobs = availableParallelism()
  if (jobs === 1 || (await suite.passesBeside(jobs)) || suite.stop.aborted) return jobs
  live.note('svc-emulator: the tests fail beside a second run of themselves, so they run one at a time')
  return 1
}
