/** Everything that can be known of a scenario or fixture before it is used, its world included. */
import { createEmulator, type Emulator } from '../host/emulator.ts'
import { EmulatorError } from '../engine/checking/emulator-error.ts'
import type { Problem } from '../engine/checking/problems.ts'
import { referenceProblems } from './check-references.ts'
import { isPath } from './files.ts'
import { asProblem } from './labels.ts'
import { readScenario, type ReadScenario } from './load.ts'
import type { LoadedScenario } from './loaded-scenario.ts'
import { runsPrograms } from './needs.ts'
import { FORMAT } from '../engine/matching/format.ts'

export interface ValidateOptions {
  /** Called from time to time while a large world is built, with the number of loaded records. */
  readonly progress?: ((loaded: number) => void) | undefined
  /** Keeps the world at each entry of the journal. */
  readonly trace?: boolean
  /** Unknown clauses are warnings, as for a replay, and no problems. */
  readonly labelsWarn?: boolean
}

export type Validated =
  | {
      readonly problems: []
      readonly loaded: LoadedScenario
      /** In the world of the scenario, its triggers in force. */ readonly emulator: Emulator
    }
  | { readonly problems: readonly Problem[]; readonly loaded: undefined; readonly emulator: undefined }

/**
 * Reads a scenario, fixture or bundle (a file, a shipped name, a document) and builds its world. Problems are sorted by
 * position. An unknown clause is one, unless the file was written under another contract.
 */
export async function validate(source: string | object, options: ValidateOptions = {}): Promise<Validated> {
  const { scenario, problems } = await readEither(source)
  const mistakes =
    options.labelsWarn === true ? [] : (scenario?.warnings ?? []).filter(({ explained }) => !explained).map(asProblem)
  if (mistakes.length > 0) return { problems: mistakes, loaded: undefined, emulator: undefined }
  return scenario ? begun(scenario, options) : { problems, loaded: undefined, emulator: undefined }
}

/** Journal of programs in `run` steps, whose requests may be counted, and which may read it through the control API. */
export const RUN_JOURNAL = { size: 100_000 }

function begun(scenario: LoadedScenario, options: ValidateOptions): Validated {
  try {
    const emulator = createEmulator({
      scenario,
      trace: options.trace ?? false,
      ...(runsPrograms(scenario) && { journal: RUN_JOURNAL }),
      ...(options.progress && { progress: options.progress }),
    })
    const found = referenceProblems(scenario.scenario, emulator)
    if (found.length === 0) return { problems: [], loaded: scenario, emulator }
    return { problems: scenario.place(found), loaded: undefined, emulator: undefined }
  } catch (error) {
    if (!(error instanceof EmulatorError) || error.problems.length === 0) throw error
    return { problems: error.problems, loaded: undefined, emulator: undefined }
  }
}

async function readEither(source: string | object): Promise<ReadScenario> {
  const read = await readScenario(source)
  const isFixture =
    typeof source === 'string' &&
    isPath(source) &&
    read.problems.length === 1 &&
    read.problems[0]?.kind === 'type' &&
    read.problems[0].path[0] === 'fixture'
  return isFixture ? readScenario(aroundFixture(source)) : read
}

/** A fixture is checked as the world of a scenario that has nothing else. */
function aroundFixture(file: string): object {
  return { scenario: FORMAT, name: 'a-fixture', about: 'A world alone.', world: { fixtures: [file] } }
}
