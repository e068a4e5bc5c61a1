import type { StartOptions } from '../../host/create-world.ts'
import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { baseEmulator } from '../engine/base-emulator.ts'
import { isTestRun } from '../runners/find-runner.ts'
import { countCores } from '../subjects/cores.ts'
import { openTestRuns } from '../subjects/open-test-runs.ts'
import { withProgram, type ClientProgram, type Surroundings } from '../subjects/with-program.ts'
import { askWhy, runFirst, time, type WhyRun } from './ask-why.ts'
import { failingClient, FailingTests, type Failing } from './failing.ts'
import type { WhyReport } from './report.ts'

interface Around extends Surroundings {
  readonly stop: AbortSignal
}

/**
 * Explains why a command fails: tests with emulators of their own, or a program or tests that ask a server. Rejects with
 * `NothingFails` where it passes, and with `EmulatorError` where it asks no emulator.
 */
export async function explainProgram(
  client: ClientProgram,
  start: Pick<StartOptions, 'scenario' | 'fixtures' | 'seed'>,
  around: Around,
  run: WhyRun,
): Promise<WhyReport> {
  if (!isTestRun(client.program)) return explainServed(client, start, around, run)
  const report = await explainTests(client, around, run)
  return report ?? (await explainServed(client, start, around, run))
}

/** Undefined where the tests ask no emulator of their processes. */
async function explainTests({ program }: ClientProgram, around: Around, run: WhyRun): Promise<WhyReport | undefined> {
  const tests = await openTestRuns({ program, env: around.env, stop: around.stop }, () => {})
  try {
    return await explain(new FailingTests(program.join(' '), tests), { ...run, jobs: run.jobs ?? 1 })
  } finally {
    await tests.close()
  }
}

async function explainServed(
  client: ClientProgram,
  start: Pick<StartOptions, 'scenario' | 'fixtures' | 'seed'>,
  around: Around,
  run: WhyRun,
): Promise<WhyReport> {
  const base = baseEmulator(start)
  const report = await withProgram(base, client, around, (subject) =>
    explain(failingClient(subject, base), { ...run, jobs: run.jobs ?? countCores() }),
  )
  // Its emulators may be in its own processes.
  const own = report ?? (await explainTests(client, around, run))
  if (own !== undefined) return own
  throw new EmulatorError(
    `'${client.program.join(' ')}' fails, and made no request to an emulator: expected requests to SVC_API_URL, or emulators in its processes`,
  )
}

async function explain(failing: Failing, run: WhyRun): Promise<WhyReport | undefined> {
  const [first, tookMs] = await time(() => runFirst(failing, run))
  return first.answers.length === 0 ? undefined : askWhy(failing, first, tookMs, run)
}
