import { EmulatorError } from '../../emulator/engine/checking/emulator-error.ts'
import { sortProblems, type Problem } from '../../emulator/engine/checking/problems.ts'
import { BaselineFailed, mutateScenarios, type MutatedScenario } from '../../emulator/lab/mutation/mutate-scenarios.ts'
import type { MutationReport } from '../../emulator/lab/mutation/report.ts'
import { runsPrograms, validate } from '../../emulator/scenario/validate.ts'
import { ClientError } from '../shared/client-error.ts'
import type { Io } from '../shared/io.ts'
import { writeNote } from '../shared/output.ts'
import { interruptible } from './interruptible.ts'
import type { MutationSettings } from './mutation-flags.ts'
import { readAccepted, reportMutants } from './mutation-report.ts'
import { rerunLine } from './replay-mutated/rerun-line.ts'
import { sourcesOf } from './sources.ts'

/** What the flags of `replay --mutate` amount to. */
export interface ReplayMutatedSettings extends MutationSettings {
  readonly sources: readonly string[]
  /** Command lines that stand for `svc` and `svc-worker`, built so that they can be broken. */
  readonly client: string | undefined
  readonly worker: string | undefined
}

/** Plays scenarios once for each sentence that they meet, broken, and reports what they did not notice. */
export async function replayMutated(settings: ReplayMutatedSettings, io: Io): Promise<void> {
  const accepted = await readAccepted(settings.accept)
  const { inProcess, running } = await loaded(settings.sources)
  const outcomes = [...(await mutated(() => mutateScenarios(inProcess, settings))).outcomes]
  const report = () =>
    reportMutants(
      { outcomes },
      accepted,
      settings,
      { subject: `svc-emulator replay ${namesOf(settings)}`, rerun: rerunLine(settings, namesOf(settings)) },
      io,
    )
  const { client } = settings
  if (client !== undefined) {
    const { mutateRunning } = await import('./replay-mutated/mutate-running.ts')
    return interruptible(io, async (stop) => {
      outcomes.push(...(await mutated(() => mutateRunning(running, { ...settings, client }, stop))).outcomes)
      if (stop.aborted) writeNote(io, 'svc-emulator: stopped; this is what was found until then')
      await report()
    })
  }
  if (running.length > 0)
    writeNote(
      io,
      `svc-emulator: ${running.length} scenarios run programs and were left out; with --client "CMD", a client built so that it can be broken, they are played`,
    )
  await report()
}

const namesOf = ({ sources }: ReplayMutatedSettings): string => (sources.length === 0 ? '--all' : sources.join(' '))

interface Loaded {
  readonly inProcess: MutatedScenario[]
  /** Those whose steps run programs, which need a server and a second. */
  readonly running: MutatedScenario[]
}

async function loaded(given: readonly string[]): Promise<Loaded> {
  const found: Loaded = { inProcess: [], running: [] }
  const problems: Problem[] = []
  for (const source of sourcesOf(given, ['scenario', 'bundle']).found) {
    const { loaded, emulator, problems: wrong } = await validate(source)
    if (loaded) (runsPrograms(loaded) ? found.running : found.inProcess).push({ loaded, emulator })
    problems.push(...wrong)
  }
  if (problems.length > 0) throw new EmulatorError(sortProblems(problems))
  return found
}

async function mutated(mutate: () => Promise<MutationReport>): Promise<MutationReport> {
  try {
    return await mutate()
  } catch (error) {
    if (!(error instanceof BaselineFailed)) throw error
    const failed = error.result.steps.find(({ status }) => status === 'failed')
    const why =
      failed === undefined ? error.result.problems[0] : `step ${failed.number} (${failed.title}): ${failed.reasons[0]}`
    throw new ClientError(
      'UNEXPECTED',
      `${error.message} (${why ?? ''}); mend it first (svc-emulator replay ${error.result.file ?? error.result.name})`,
    )
  }
}
