import { FROM_VARIABLE, type NotedStart } from '../../host/chosen-start.ts'
import { hostOf } from '../../host/instance-of.ts'
import type { Scenario } from '../../scenario/schema.ts'
import { nameOfRun } from '../../scenario/run-bundle.ts'
import { now } from '../engine/real-time.ts'
import { limitFor } from '../engine/limit-for.ts'
import { openTestRuns } from '../subjects/open-test-runs.ts'
import { listTexts, type TestRuns } from '../subjects/test-runs.ts'
import type { Environment } from '../subjects/addresses.ts'
import type { Failing } from './failing.ts'
import type { ShrinkReport } from './report.ts'
import { comparableFailure } from './same-failure.ts'
import { NothingFails, requireSame, requireWorld } from './find-failure.ts'
import { shrinkFailing, shrinkWhole, type Start } from './shrink-failing.ts'
import { Small } from './small.ts'
import type { TriesOptions } from './tries.ts'
import { writeOut } from './write-out.ts'

/** Real milliseconds that the first run of tests may take. */
export const FIRST_MS = 600_000

interface SuiteToShrink {
  readonly program: readonly string[]
  readonly env: Environment
  readonly timeLimitMs: number | undefined
  readonly stop: AbortSignal
  /** World that every emulator of its tests begins with; undefined: each in its own. */
  readonly given: Start | undefined
}

/**
 * Finds the smallest world in which a suite fails whose tests have emulators of their own. Undefined where none began in
 * its processes. Rejects with `NothingFails` where its tests pass.
 */
export async function shrinkSuite(suite: SuiteToShrink, options: TriesOptions): Promise<ShrinkReport | undefined> {
  const name = suite.program.join(' ')
  const tests = await openTestRuns({ ...suite, env: { ...suite.env, [FROM_VARIABLE]: undefined } }, () => {})
  try {
    const began = now()
    const first = await tests.run({}, suite.timeLimitMs ?? FIRST_MS)
    const [failure, starts] = [listTexts(first), first.notes.starts()]
    const limitMs = suite.timeLimitMs ?? limitFor(now() - began)
    if (starts.length === 0) return undefined
    if (suite.given !== undefined) return await shrinkFailing(failingSuite(name, tests, limitMs), suite.given, options)
    if (failure === undefined) throw new NothingFails(`${name} does not fail, so there is nothing to shrink`)
    const failing = failingSuite(name, tests, limitMs)
    for (const start of starts.map((each) => makeStart(name, each))) {
      const whole = Small.load(start.scenario, start.fixtures)
      const seen = await failing.run(whole.open(), whole.scenario)
      if (seen === undefined || comparableFailure(seen) !== comparableFailure(failure)) continue
      await requireWorld(failing, whole, failure)
      return await shrinkWhole(failing, whole, failure, options)
    }
    requireSame(name, failure, listTexts(await tests.run({}, limitMs)))
    throw new NothingFails(
      `${name}: no world in which an emulator of it began makes it fail by itself, so there is nothing to shrink: ${failure.join('; ')}`,
    )
  } finally {
    await tests.close()
  }
}

function makeStart(name: string, { section, fixtures, triggers, chaos }: NotedStart): Start {
  const parts = { world: section, ...(triggers.length > 0 && { triggers }), ...(chaos !== undefined && { chaos }) }
  return { scenario: { scenario: 1, name: nameOfRun(name), ...parts } as Scenario, fixtures }
}

function failingSuite(name: string, tests: TestRuns, limitMs: number): Failing {
  return {
    name,
    run: async (emulator, scenario) => {
      const start = { ...scenario, world: writeOut(hostOf(emulator).world) }
      return listTexts(await tests.run({ start }, limitMs))
    },
  }
}
