import { dirname, join, resolve } from 'node:path'
import { createEmulator } from '../../../emulator/host/emulator.ts'
import { countCores } from '../../../emulator/lab/subjects/cores.ts'
import type { LoadedScenario } from '../../../emulator/scenario/loaded-scenario.ts'
import { runsPrograms } from '../../../emulator/scenario/needs.ts'
import { play } from '../../../emulator/scenario/replay.ts'
import { hideValues } from '../../../emulator/scenario/run/hide-values.ts'
import { createRunner } from '../../../emulator/scenario/run/run-step.ts'
import { InProcessTarget } from '../../../emulator/scenario/targets/in-process.ts'
import { RUN_JOURNAL, validate } from '../../../emulator/scenario/validate.ts'
import { EmulatorError } from '../../../emulator/engine/checking/emulator-error.ts'
import { sortProblems } from '../../../emulator/engine/checking/problems.ts'
import { plural } from '../../../emulator/engine/checking/plural.ts'
import { ClientError, usageError } from '../../shared/client-error.ts'
import type { Io } from '../../shared/io.ts'
import { writeLine, writeNote } from '../../shared/output.ts'
import { checkFolder } from '../../shared/write-file.ts'
import { keepBundle } from '../keep-bundle.ts'
import type { ReplayFlagSettings } from '../replay-flags.ts'
import { serveWorld } from '../serve-world.ts'
import { findSources } from '../sources.ts'
import { describeTrials, type TrialOutcome } from './trial-report.ts'

interface TrialSettings extends ReplayFlagSettings {
  readonly sources: readonly string[]
  readonly keys: Readonly<Record<string, string>>
  /** Values of the user's variables, by name. */
  readonly variables: Readonly<Record<string, string>>
}

/** Plays a scenario once for each seed, each time in a fresh world. Throws `ClientError` where a trial failed. */
export async function playTrials(settings: TrialSettings, io: Io): Promise<void> {
  const { bundleOnFailure, reporter } = settings
  const seeds = settings.seeds ?? Array.from({ length: settings.trials! }, (_, n) => n + 1)
  if (bundleOnFailure !== undefined) await checkFolder('--bundle-on-failure', bundleOnFailure)
  const loaded = await loadOne(settings.sources)
  const trials: TrialOutcome[] = []
  const pending = [...seeds.entries()]
  const work = async (): Promise<void> => {
    for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
      const [place, seed] = next
      trials[place] = await playTrial(loaded, seed, settings)
    }
  }
  const jobs = Math.min(settings.jobs ?? countCores(), seeds.length)
  await Promise.all(Array.from({ length: jobs }, work))
  const report = describeTrials(loaded.scenario.name, trials)
  if (reporter === 'json') io.stdout.write(`${JSON.stringify(report.document, null, 2)}\n`)
  else for (const line of report.lines) writeLine(io, line)
  for (const { bundle } of trials) if (bundle !== undefined) writeNote(io, `svc-emulator: wrote ${bundle}`)
  const failed = trials.filter(({ ok }) => !ok).length
  if (failed > 0) throw new ClientError('UNEXPECTED', `${failed} of ${plural(trials.length, 'trial')} failed`)
}

async function loadOne(sources: readonly string[]): Promise<LoadedScenario> {
  const { found } = findSources(sources, ['scenario', 'bundle'])
  if (found.length !== 1) throw usageError(`--trials plays one scenario, and these are ${found.length}`)
  const { loaded, problems } = await validate(found[0]!, { labelsWarn: true })
  if (loaded === undefined) throw new EmulatorError(sortProblems(problems))
  if ((loaded.scenario.steps ?? []).length === 0) throw usageError('--trials plays steps, and the scenario has none')
  return loaded
}

async function playTrial(loaded: LoadedScenario, seed: number, settings: TrialSettings): Promise<TrialOutcome> {
  const { bundleOnFailure, client, worker, keys, variables } = settings
  const traced = bundleOnFailure !== undefined
  const isRun = runsPrograms(loaded)
  const emulator = createEmulator({ scenario: loaded, seed, trace: traced, ...(isRun && { journal: RUN_JOURNAL }) })
  const folder = loaded.file === undefined ? undefined : dirname(resolve(loaded.file))
  const runner = isRun && !settings.noRun ? createRunner({ client, worker, folder, variables }) : undefined
  try {
    const result = await play(loaded, new InProcessTarget(emulator, serveWorld, keys), { run: runner?.run })
    const inSteps = result.steps.flatMap(({ status, reasons }) => (status === 'failed' ? reasons : []))
    const failures = [...inSteps, ...result.problems]
    const isPlayed = result.steps.some(({ status }) => status !== 'skipped')
    const trial = { seed, ok: result.ok && isPlayed, failures: isPlayed ? failures : ['no step was played'] }
    if (trial.ok || !traced) return trial
    const hide = (text: string): string => hideValues(text, variables)
    const file = join(bundleOnFailure, `seed-${seed}`)
    return { ...trial, bundle: await keepBundle(file, loaded, result, emulator, hide) }
  } finally {
    await runner?.close()
  }
}
