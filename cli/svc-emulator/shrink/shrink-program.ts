import { dirname, resolve } from 'node:path'
import { baseEmulator, keyFor } from '../../../emulator/lab/engine/base-emulator.ts'
import { isTestRun } from '../../../emulator/lab/runners/find-runner.ts'
import { clientSubject } from '../../../emulator/lab/shrink/client-subject.ts'
import { readFailure, runIn } from '../../../emulator/lab/shrink/failure.ts'
import type { ShrinkReport } from '../../../emulator/lab/shrink/report.ts'
import { scenarioSubject } from '../../../emulator/lab/shrink/scenario-subject.ts'
import { makeStart } from '../../../emulator/lab/shrink/shrink.ts'
import { shrinkFailing } from '../../../emulator/lab/shrink/shrink-failing.ts'

import { shrinkServedSuite, shrinkSuite } from '../../../emulator/lab/shrink/shrink-suite.ts'
import { Small } from '../../../emulator/lab/shrink/small.ts'
import type { TriesOptions } from '../../../emulator/lab/shrink/tries.ts'
import { createRunner } from '../../../emulator/scenario/run/run-step.ts'
import type { Scenario } from '../../../emulator/scenario/schema.ts'
import type { Io } from '../../shared/io.ts'
import { programStep } from '../../../emulator/lab/subjects/program-step.ts'
import { readStart } from '../read-start.ts'
import { serveWorld } from '../serve-world.ts'
import { withProgram } from '../../../emulator/lab/subjects/with-program.ts'
import type { ShrinkSettings } from './shrink-flags.ts'
import { refuseServed } from './write-test.ts'

/**
 * Makes the world smaller in which a program fails: that of the emulators in a suite, or that of the server which a suite
 * or a program asks. The scenario of a program runs it as a step that expects exit code 0.
 */
export async function shrinkProgram(settings: ShrinkSettings, options: TriesOptions, io: Io): Promise<ShrinkReport> {
  const isSuite = isTestRun(settings.program, process.cwd())
  const given = await readStart(settings)
  const start = makeStart(given, programName(settings.program))
  if (isSuite) {
    const stop = options.stop ?? new AbortController().signal
    const suite = { program: settings.program, env: io.env, stop }
    const report = await shrinkSuite(suite, namesWorld(settings) ? start : undefined, options)
    if (report !== undefined) return report
    if (settings.writeTest) throw refuseServed()
  }
  const base = baseEmulator(given)
  const surroundings = { env: io.env, serve: serveWorld, stop: options.stop }
  if (isSuite) return await shrinkServedSuite(settings, { base, start }, surroundings, options)
  const report = await withProgram(base, settings, surroundings, (subject) =>
    shrinkFailing(clientSubject(subject), start, options),
  )
  return await withStep(report, start, keyFor(base, settings.key), settings, io)
}

/** True where the command line describes a world, which emulators in the processes of a suite begin with, too. */
function namesWorld({ scenario, fixtures, seed }: ShrinkSettings): boolean {
  return (scenario ?? fixtures ?? seed) !== undefined
}

/** Name of the scenario: that of the file which is run, else of the program. */
function programName(words: readonly string[]): string {
  const file = words.findLast((word) => /\.\w+$/.test(word)) ?? words[0]!
  return file
    .split(/[\\/]/)
    .at(-1)!
    .replace(/\.\w+$/, '')
}

/**
 * Adds the step that runs the program, and plays it once, because with another HOME it may pass or fail differently.
 */
async function withStep(
  report: ShrinkReport,
  start: ReturnType<typeof makeStart>,
  key: string,
  settings: ShrinkSettings,
  io: Io,
): Promise<ShrinkReport> {
  // Paths in the scenario begin at the folder of the file that it is written to.
  const folder = settings.output === undefined ? process.cwd() : dirname(resolve(settings.output))
  const step = programStep(settings.program, key, folder, io.env)
  const scenario: Scenario = { ...report.scenario, as: key, steps: [{ ...step, expect: { exit: 0 } }] }
  const replay = scenarioSubject(scenario.name, undefined, {
    createRunner: () => createRunner({ folder }),
    serve: serveWorld,
  })
  // Where nothing was left out, the world is still that of its fixtures.
  const fixtures = (scenario.world?.fixtures ?? []).length > 0 ? start.fixtures : []
  const failure = readFailure(await runIn(replay, Small.load(scenario, fixtures)))
  const [exit = ''] = report.failure
  const isSame = failure?.some((text) => text.includes(exit.replace('exit code ', ''))) === true
  const other = failure === undefined ? 'passes' : `fails otherwise: ${failure.join('; ')}`
  const note = `replayed with the program as a step, in a HOME of its own, the scenario ${other}`
  return { ...report, scenario, notes: isSame ? report.notes : [...report.notes, note] }
}
