/** Everything that can be known of a scenario or fixture before it is used, its world included. */
import { createEmulator, type Emulator } from '../emulator.ts'
import { EmulatorError } from '../diagnostics/emulator-error.ts'
import type { Problem } from '../diagnostics/problems.ts'
import { referenceProblems } from './check-references.ts'
import { kindOf } from './check.ts'
import { isPath, readDocument } from './files.ts'
import { readScenario, type LoadedScenario } from './load.ts'
import { FORMAT } from './schema.ts'

export interface ValidateOptions {
  /** Told how many records have been loaded, now and then, while a large world is built. */
  readonly progress?: ((loaded: number) => void) | undefined
}

export type Validated =
  | { readonly problems: []; readonly loaded: LoadedScenario; /** In the world of the scenario, its triggers in force. */ readonly emulator: Emulator }
  | { readonly problems: readonly Problem[]; readonly loaded: undefined; readonly emulator: undefined }

/** Reads a scenario, fixture or bundle (a file, a shipped name, a document) and builds its world. Problems are sorted by position. */
export async function validate(source: string | object, options: ValidateOptions = {}): Promise<Validated> {
  const { scenario, problems } = await readScenario(await scenarioOf(source))
  if (!scenario) return { problems, loaded: undefined, emulator: undefined }
  try {
    const emulator = createEmulator({ scenario, ...(options.progress && { progress: options.progress }) })
    const found = referenceProblems(scenario.scenario, emulator)
    if (found.length === 0) return { problems: [], loaded: scenario, emulator }
    return { problems: scenario.place(found), loaded: undefined, emulator: undefined }
  } catch (error) {
    if (!(error instanceof EmulatorError) || error.problems.length === 0) throw error
    return { problems: error.problems, loaded: undefined, emulator: undefined }
  }
}

/** A fixture is checked as the world of a scenario that has nothing else. */
async function scenarioOf(source: string | object): Promise<string | object> {
  const around = (fixtures: readonly string[]): object => ({ scenario: FORMAT, name: 'a-fixture', about: 'A world alone.', world: { fixtures } })
  if (typeof source === 'object') return source
  if (!isPath(source)) return source
  const { value } = await readDocument(source)
  return kindOf(value) === 'fixture' ? around([source]) : source
}
