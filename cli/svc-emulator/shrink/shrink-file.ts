import { dirname, resolve } from 'node:path'
import { describe } from '../../../emulator/engine/checking/problems.ts'
import { EmulatorError } from '../../../emulator/engine/checking/emulator-error.ts'
import type { Subject } from '../../../emulator/lab/engine/subject.ts'
import { NothingFails, readFailure, runIn } from '../../../emulator/lab/shrink/failure.ts'
import type { ShrinkReport } from '../../../emulator/lab/shrink/report.ts'
import { scenarioSubject } from '../../../emulator/lab/shrink/scenario-subject.ts'
import { comparableFailure } from '../../../emulator/lab/shrink/same-failure.ts'
import { shrinkFailing } from '../../../emulator/lab/shrink/shrink-failing.ts'
import type { TriesOptions } from '../../../emulator/lab/shrink/tries.ts'
import type { LoadedScenario } from '../../../emulator/scenario/loaded-scenario.ts'
import { createRunner } from '../../../emulator/scenario/run/run-step.ts'
import { moveScenario, moveText } from '../../../emulator/scenario/move-scenario.ts'
import { runsPrograms } from '../../../emulator/scenario/needs.ts'
import { validate } from '../../../emulator/scenario/validate.ts'
import { serveWorld } from '../serve-world.ts'
import type { ShrinkSettings } from './shrink-flags.ts'
import { ownCommand } from '../../../emulator/engine/checking/own-command.ts'

/** Shrinks a scenario or bundle whose replay fails. */
export async function shrinkFile(settings: ShrinkSettings, options: TriesOptions): Promise<ShrinkReport> {
  const source = settings.scenario!
  const { loaded, problems } = await validate(source, { labelsWarn: true })
  if (loaded === undefined) throw new EmulatorError(problems)
  try {
    const report = await shrinkFailing(failingReplay(source, loaded, settings), loaded, options)
    return moveReport(report, findFolder(loaded.file), findFolder(settings.output))
  } catch (error) {
    if (!(error instanceof NothingFails)) throw error
    const hint = `its replay passes. Of a run of tests, give the tests: ${ownCommand} shrink -- npx vitest run`
    throw new NothingFails(`${source}: nothing fails, so there is nothing to shrink: ${hint}`)
  }
}

/** The report of a scenario that is read in one folder and written to another. */
function moveReport(report: ShrinkReport, from: string, to: string): ShrinkReport {
  const failure = report.failure.map((text) => moveText(text, from, to))
  return { ...report, failure, scenario: moveScenario(report.scenario, from, to) }
}

function findFolder(file: string | undefined): string {
  return file === undefined ? process.cwd() : dirname(resolve(file))
}

/** Replays the scenario as it is written. Returns what is wrong with it; undefined where it fails as it should. */
export async function checkWritten(report: ShrinkReport, settings: ShrinkSettings): Promise<string | undefined> {
  const { loaded, emulator, problems } = await validate(settings.output ?? report.scenario, { labelsWarn: true })
  if (loaded === undefined) return `it cannot be replayed: ${problems.map(describe).join('; ')}`
  const start = { scenario: loaded.scenario, open: () => emulator }
  const failure = readFailure(await runIn(failingReplay(report.subject, loaded, settings), start))
  if (failure === undefined) return 'its replay passes'
  if (comparableFailure(failure) === comparableFailure(report.failure)) return undefined
  return `its replay fails otherwise: ${failure.join('; ')}`
}

/** A scenario whose replay may fail, with its programs. */
export function failingReplay(
  source: string,
  loaded: LoadedScenario,
  { client, worker }: Pick<ShrinkSettings, 'client' | 'worker'>,
): Subject {
  if (!runsPrograms(loaded)) return scenarioSubject(source, loaded.file)
  const folder = findFolder(loaded.file)
  return scenarioSubject(source, loaded.file, {
    createRunner: () => createRunner({ client, worker, folder }),
    serve: serveWorld,
  })
}
