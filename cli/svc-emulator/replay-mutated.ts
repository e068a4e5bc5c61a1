import { ownCommand } from '../../emulator/engine/checking/own-command.ts'
import { quoted } from '../../emulator/scenario/run/words.ts'
import { EmulatorError } from '../../emulator/engine/checking/emulator-error.ts'
import { sortProblems, type Problem } from '../../emulator/engine/checking/problems.ts'
import { acceptedMutants, NOTICED, withAccepted } from '../../emulator/lab/mutation/accepted.ts'
import { BaselineFailed, mutateScenarios, type MutatedScenario } from '../../emulator/lab/mutation/mutate-scenarios.ts'
import type { MutationReport } from '../../emulator/lab/mutation/report.ts'
import { reportMutation, type MutationContext } from '../../emulator/lab/mutation/mutation-report.ts'
import { runsPrograms } from '../../emulator/scenario/needs.ts'
import { validate } from '../../emulator/scenario/validate.ts'
import { ClientError } from '../shared/client-error.ts'
import type { Io } from '../shared/io.ts'
import { writeNote } from '../shared/output.ts'
import type { MutationSettings } from './mutation-flags.ts'
import { noteStale, printReport } from './lab-command.ts'
import { requireKilled } from './require-killed.ts'
import { readAccepted } from './read-accepted.ts'
import { findSources } from './sources.ts'

/** Settings from the flags of `replay --mutate`. */
interface ReplayMutatedSettings extends MutationSettings {
  readonly sources: readonly string[]
}

/** Plays scenarios once for each mutant of a clause that they meet, and reports the survivors. */
export async function replayMutated(settings: ReplayMutatedSettings, io: Io): Promise<void> {
  const accepted = await readAccepted(settings.accept, acceptedMutants)
  const { inProcess, running } = await loaded(settings.sources)
  const report = await mutated(inProcess, settings)
  if (running > 0) writeNote(io, `svc-emulator: ${running} scenarios run programs and were left out`)
  const subject = `${ownCommand} replay ${settings.sources.length === 0 ? '--all' : settings.sources.map(quoted).join(' ')}`
  const rerun: MutationContext['rerun'] = ({ id }) => `${ownCommand} exec --broken ${id} -- ${subject}`
  const { report: all, stale } = withAccepted(report, accepted)
  noteStale(settings.accept, [stale, NOTICED], io)
  await printReport(reportMutation(all, { subject, rerun, showsKilled: settings.killed }), settings, io)
  requireKilled(all, settings)
}

interface Loaded {
  readonly inProcess: readonly MutatedScenario[]
  /** Number of scenarios whose steps run programs, which take a server and a second each. */
  readonly running: number
}

async function loaded(given: readonly string[]): Promise<Loaded> {
  const inProcess: MutatedScenario[] = []
  let running = 0
  const problems: Problem[] = []
  for (const source of findSources(given, ['scenario', 'bundle']).found) {
    const { loaded, emulator, problems: wrong } = await validate(source, { labelsWarn: true })
    if (loaded && runsPrograms(loaded)) running += 1
    else if (loaded) inProcess.push({ loaded, emulator })
    problems.push(...wrong)
  }
  if (problems.length > 0) throw new EmulatorError(sortProblems(problems))
  return { inProcess, running }
}

async function mutated(scenarios: readonly MutatedScenario[], settings: MutationSettings): Promise<MutationReport> {
  try {
    return await mutateScenarios(scenarios, settings)
  } catch (error) {
    if (!(error instanceof BaselineFailed)) throw error
    const failed = error.result.steps.find(({ status }) => status === 'failed')
    const why =
      failed === undefined ? error.result.problems[0] : `step ${failed.number} (${failed.title}): ${failed.reasons[0]}`
    throw new ClientError(
      'UNEXPECTED',
      `${error.message} (${why ?? ''}); mend it first (${ownCommand} replay ${quoted(error.result.file ?? error.result.name)})`,
    )
  }
}
