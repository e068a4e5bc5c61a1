import { FROM_VARIABLE, type NotedStart } from '../../host/chosen-start.ts'
import { hostOf } from '../../host/instance-of.ts'
import type { Scenario } from '../../scenario/schema.ts'
import { nameOfRun } from '../../scenario/run-bundle.ts'
import { limitFor } from '../engine/limit-for.ts'
import { now } from '../engine/real-time.ts'
import type { Subject } from '../engine/subject.ts'
import { openTestRuns } from '../subjects/open-test-runs.ts'
import { readSeen, type TestCommand, type TestRuns } from '../subjects/test-runs.ts'
import { NothingFails, readFailure, requireSame, requireWorld, runIn, testLimits } from './failure.ts'
import type { ShrinkReport } from './report.ts'
import { comparableFailure } from './same-failure.ts'
import { shrinkFailing, shrinkWhole, type Start } from './shrink-failing.ts'
import { Small } from './small.ts'
import type { TriesOptions } from './tries.ts'
import { writeOut } from './write-out.ts'
import type { Emulator } from '../../host/emulator.ts'
import { openServedTests } from '../subjects/served-tests.ts'
import type { ClientProgram, Surroundings } from '../subjects/with-program.ts'

/**
 * Finds the smallest world in which a suite fails whose tests have emulators of their own. Undefined where none began in
 * its processes. Rejects with `NothingFails` where its tests pass.
 *
 * @param given world that every emulator of its tests begins with; undefined: each in its own
 */
export async function shrinkSuite(
  command: TestCommand,
  given: Start | undefined,
  options: TriesOptions,
): Promise<ShrinkReport | undefined> {
  const tests = await openTestRuns({ ...command, env: { ...command.env, [FROM_VARIABLE]: undefined } }, () => {})
  try {
    const subject = suiteSubject(command.program.join(' '), tests)
    const began = now()
    const first = await tests.run({}, options.timeLimitMs ?? testLimits.firstMs)
    const timeLimitMs = options.timeLimitMs ?? limitFor(now() - began)
    const starts = first.notes.starts()
    if (starts.length === 0) return undefined
    if (given !== undefined) return await shrinkFailing(subject, given, { ...options, timeLimitMs })
    const failure = readFailure(readSeen(first))
    if (failure === undefined) throw new NothingFails(`${subject.name} does not fail, so there is nothing to shrink`)
    for (const start of starts.map((each) => makeStart(subject.name, each))) {
      const whole = Small.load(start.scenario, start.fixtures)
      const seen = await runIn(subject, whole, timeLimitMs)
      if (comparableFailure(readFailure(seen) ?? []) !== comparableFailure(failure)) continue
      await requireWorld(subject, whole, failure, seen, timeLimitMs)
      return await shrinkWhole(subject, whole, failure, { ...options, timeLimitMs })
    }
    requireSame(subject.name, failure, readFailure(readSeen(await tests.run({}, timeLimitMs))))
    throw new NothingFails(
      `${subject.name}: no world in which an emulator of it began makes it fail by itself, so there is nothing to shrink: ${failure.join('; ')}`,
    )
  } finally {
    await tests.close()
  }
}

function makeStart(name: string, { section, fixtures, triggers, chaos }: NotedStart): Start {
  const parts = { world: section, ...(triggers.length > 0 && { triggers }), ...(chaos !== undefined && { chaos }) }
  return { scenario: { scenario: 1, name: nameOfRun(name), ...parts } as Scenario, fixtures }
}

/** Tests whose emulators all begin in a whole world. */
function suiteSubject(name: string, tests: TestRuns): Subject {
  return {
    name,
    run: async ({ start }, { timeMs }) => {
      const whole = { ...start!.scenario, world: writeOut(hostOf(start!.open()).world) }
      return readSeen(await tests.run({ start: whole }, timeMs))
    },
  }
}

/** Makes the world of a server smaller that tests ask. */
export async function shrinkServedSuite(
  suite: Pick<ClientProgram, 'program' | 'key'>,
  { base, start }: { readonly base: Emulator; readonly start: Start },
  around: Surroundings,
  options: TriesOptions,
): Promise<ShrinkReport> {
  const tests = await openServedTests(base, suite, around)
  const run: Subject['run'] = async (overlay, { timeMs }) => {
    const seen = readSeen(await tests.run(overlay.start!.open(), timeMs))
    return { ...seen, ...(!tests.hasAsked() && { calls: [] }) }
  }
  try {
    return await shrinkFailing({ name: suite.program.join(' '), run }, start, { ...testLimits, ...options })
  } finally {
    await tests.close()
  }
}
