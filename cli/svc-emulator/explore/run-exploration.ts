import { given } from '../../../emulator/engine/checking/given.ts'
import type { StartOptions } from '../../../emulator/host/create-world.ts'
import { keyFor } from '../../../emulator/lab/engine/base-emulator.ts'
import type { Memory } from '../../../emulator/lab/engine/memory.ts'
import { acceptedFindings } from '../../../emulator/lab/explore/accepted.ts'
import type { Explored } from '../../../emulator/lab/explore/explore.ts'
import type { ExploreOptions } from '../../../emulator/lab/explore/options.ts'
import type { Progress } from '../../../emulator/lab/explore/run-all.ts'
import type { LoadedScenario } from '../../../emulator/scenario/loaded-scenario.ts'
import type { Io } from '../../shared/io.ts'
import { checkFolder, requireFolder } from '../../shared/write-file.ts'
import { readAccepted } from '../read-accepted.ts'
import { exploreProgram } from '../../../emulator/lab/explore/explore-program.ts'
import { findingScenarios } from '../../../emulator/lab/explore/finding-scenarios/finding-scenarios.ts'
import { writeScenarios } from './write-scenarios.ts'
import { readStart } from '../read-start.ts'
import { serveWorld } from '../serve-world.ts'
import type { ExploreSettings } from './explore-flags.ts'

type ExplorationSettings = Omit<
  ExploreSettings,
  'reporter' | 'output' | 'against' | 'copies' | 'beside' | 'sameHome' | 'idle' | 'release' | 'since'
>

interface ExplorationProgress extends Pick<Progress, 'onJudged' | 'onFinding' | 'onCase' | 'stop'>, Pick<Io, 'env'> {
  /** Reads the verdicts of an earlier report. */
  readonly remember?: (start: StartOptions) => Promise<Memory | undefined>
}

/**
 * Explores a program on a server of its own, and writes the scenarios of its findings. Rejects with `EmulatorError` for a
 * program that cannot be explored.
 */
export async function runExploration(
  settings: ExplorationSettings,
  { env, stop, remember, ...progress }: ExplorationProgress,
): Promise<Explored> {
  const { save, home } = settings
  if (save !== undefined) await checkFolder('--save', save)
  if (home !== undefined) await requireFolder('--home', home)
  const options = await readOptions(settings)
  const { jobs } = settings
  const all = await exploreProgram(settings, options, {
    env,
    serve: serveWorld,
    stop,
    jobs,
    memory: await remember?.(options),
    savesFindings: save !== undefined,
    ...progress,
  })
  if (save !== undefined) {
    const key = keyFor(all.exploration.subject.base, settings.key)
    const loaded = options.scenario as LoadedScenario | undefined
    await writeScenarios(save, findingScenarios(all, { settings, loaded, key, folder: save, env }))
  }
  return all
}

/** Options of an exploration from the flags of a command line. */
export async function readOptions(settings: ExplorationSettings): Promise<ExploreOptions> {
  const { only, skip, mustSurvive, allow, strict, depth, budget, timeLimit } = settings
  const accept = await readAccepted(settings.accept, acceptedFindings)
  return {
    ...(await readStart(settings)),
    ...given({ only, skip, mustSurvive, allow: allow as never, budget, timeLimit, accept, case: settings.case }),
    strict,
    depth,
  }
}
