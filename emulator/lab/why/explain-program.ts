import type { StartOptions } from '../../host/create-world.ts'
import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { baseEmulator } from '../engine/base-emulator.ts'
import { isTestRun } from '../runners/find-runner.ts'
import { countCores } from '../subjects/cores.ts'
import { openTestRuns } from '../subjects/open-test-runs.ts'
import { openServedTests } from '../subjects/served-tests.ts'
import { withProgram, type ClientProgram, type Surroundings } from '../subjects/with-program.ts'
import { askWhy, runFirst, time, type WhyRun } from './ask-why.ts'
import { failingClient, failingServedTests, FailingTests, type Failing } from './failing.ts'
import type { WhyReport } from './report.ts'

interface Around extends Surroundings {
  readonly stop: AbortSignal
}

type Start = Pick<StartOptions, 'scenario' | 'fixtures' | 'seed'>

/**
 * Explains why a command fails: tests with emulators of their own, or a program or tests that ask a server. Rejects with
 * `NothingFails` where it passes, and with `EmulatorError` where it asks no emulator.
 */
export async function explainProgram(
  client: ClientProgram,
  start: Start,
  around: Around,
  run: WhyRun,
): Promise<WhyReport> {
  const own = () => explainTests(client, around, run)
  // The emulators of a program may be in its own processes.
  const report = isTestRun(client.program)
    ? ((await own()) ?? (await explainServedTests(client, start, around, run)))
    : ((await explainServed(client, start, around, run)) ?? (await own()))
  if (report !== undefined) return report
  throw new EmulatorError(
    `'${client.program.join(' ')}' fails, and made no request to an emulator: expected requests to SVC_API_URL, or emulators in its processes`,
  )
}

// Each of them gives undefined where nothing was asked.

async function explainTests({ program }: ClientProgram, around: Around, run: WhyRun): Promise<WhyReport | undefined> {
  const tests = await openTestRuns({ program, env: around.env, stop: around.stop }, () => {})
  try {
    return await explain(new FailingTests(program.join(' '), tests), { ...run, jobs: run.jobs ?? 1 })
  } finally {
    await tests.close()
  }
}

async function explainServedTests(
  client: ClientProgram,
  start: Start,
  around: Around,
  run: WhyRun,
): Promise<WhyReport | undefined> {
  const base = baseEmulator(start)
  const tests = await openServedTests(base, client, around)
  try {
    return await explain(failingServedTests(client.program.join(' '), tests, base), { ...run, jobs: 1 })
  } finally {
    await tests.close()
  }
}

function explainServed(
  client: ClientProgram,
  start: Start,
  around: Around,
  run: WhyRun,
): Promise<WhyReport | undefined> {
  const base = baseEmulator(start)
  return withProgram(base, client, around, (subject) =>
    explain(failingClient(subject, base), { ...run, jobs: run.jobs ?? countCores() }),
  )
}

async function explain(failing: Failing, run: WhyRun): Promise<WhyReport | undefined> {
  const [first, tookMs] = await time(() => runFirst(failing, run))
  return first.answers.length === 0 ? undefined : askWhy(failing, first, tookMs, run)
}
