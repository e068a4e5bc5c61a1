import type { StartOptions } from '../../host/create-world.ts'
import { baseEmulator } from '../engine/base-emulator.ts'
import { isTestRun } from '../runners/find-runner.ts'
import { countCores } from '../subjects/cores.ts'
import { openTestRuns } from '../subjects/open-test-runs.ts'
import { openServedTests } from '../subjects/served-tests.ts'
import { withProgram, type ClientProgram, type Surroundings } from '../subjects/with-program.ts'
import { askWhy, NothingAsked, type WhyRun } from './ask-why.ts'
import { failingClient, failingServedTests, FailingTests } from './failing.ts'
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
  // The emulators of a program may be in its own processes, and tests may ask a server.
  const ways = isTestRun(client.program) ? [explainTests, explainServedTests] : [explainServed, explainTests]
  const [first, second] = ways as [Explain, Explain]
  try {
    return await first(client, start, around, run)
  } catch (error) {
    if (!(error instanceof NothingAsked)) throw error
    return second(client, start, around, run)
  }
}

type Explain = (...given: Parameters<typeof explainProgram>) => Promise<WhyReport>

const explainTests: Explain = async ({ program }, _, { env, stop }, run) => {
  const tests = await openTestRuns({ program, env, stop }, () => {})
  try {
    return await askWhy(new FailingTests(program.join(' '), tests), { ...run, jobs: run.jobs ?? 1 })
  } finally {
    await tests.close()
  }
}

const explainServedTests: Explain = async (client, start, around, run) => {
  const base = baseEmulator(start)
  const tests = await openServedTests(base, client, around)
  try {
    return await askWhy(failingServedTests(client.program.join(' '), tests, base), { ...run, jobs: 1 })
  } finally {
    await tests.close()
  }
}

const explainServed: Explain = (client, start, around, run) => {
  const base = baseEmulator(start)
  return withProgram(base, client, around, (subject) =>
    askWhy(failingClient(subject, base), { ...run, jobs: run.jobs ?? countCores() }),
  )
}
