import { NoCall } from '../engine/baseline.ts'
import { isTestRun } from '../runners/find-runner.ts'
import { countCores } from '../subjects/cores.ts'
import { exploreAgainst } from './against/explore-against.ts'
import type { ReleasesReport } from './against/releases-report.ts'
import { baseEmulator } from '../engine/base-emulator.ts'
import { exploreSubject, type Explored } from './explore.ts'
import { checkExploreOptions, type ExploreOptions } from './options.ts'
import type { Progress } from './run-all.ts'
import { withProgram, type ClientProgram, type Surroundings } from '../subjects/with-program.ts'
import { ownCommand } from '../../engine/checking/own-command.ts'

/** Surroundings of an exploration, and its listeners. `jobs`: default the number of cores. */
type ExploreAround = Surroundings & Omit<Progress, 'stop' | 'jobs'> & { readonly jobs?: number | undefined }

/** Explores a program. Rejects with `EmulatorError` for wrong options, and for a program that cannot be explored. */
export function exploreProgram(
  client: ClientProgram,
  options: ExploreOptions,
  around: ExploreAround,
): Promise<Explored> {
  checkExploreOptions(options)
  const base = baseEmulator(options)
  return withProgram(base, client, around, (subject) => exploreSubject(subject, base, options, withJobs(around))).catch(
    explainSuite(client),
  )
}

/** A suite with emulators of its own makes no call of the server that it is given. */
const explainSuite =
  ({ program }: ClientProgram) =>
  (error: unknown): never => {
    if (!(error instanceof NoCall) || !isTestRun(program)) throw error
    throw new NoCall(
      `${program.join(' ')} asks emulators of its own. A test that a failure turns red is no finding: explore the client, and ask what its tests do not notice by ${ownCommand} mutate or ${ownCommand} check`,
    )
  }

/** Compares a program with its release before, under the same failures. Rejects as `exploreProgram`. */
export function exploreReleases(
  client: ClientProgram,
  before: readonly string[],
  options: ExploreOptions,
  around: ExploreAround,
): Promise<ReleasesReport> {
  checkExploreOptions(options)
  const base = baseEmulator(options)
  return withProgram(base, client, around, (next) =>
    withProgram(base, { ...client, program: before }, around, (old) =>
      exploreAgainst({ old, new: next }, base, options, withJobs(around)),
    ),
  ).catch(explainSuite(client))
}

const withJobs = ({ jobs = countCores(), ...around }: ExploreAround): Progress => ({ ...around, jobs })
