/** `svc-emulator/scenario`: load scenarios and replay them. */
import { aFunction, checkOptions, type OptionKinds } from '../engine/checking/options.ts'
import { createEmulator, type Emulator } from '../host/emulator.ts'
import { isEmulator } from '../host/instance-of.ts'
import { packageText } from './files.ts'
import { loadUnlessLoaded } from './load.ts'
import type { LoadedScenario } from './loaded-scenario.ts'
import { play, type ReplayOptions } from './replay.ts'
import type { ReplayResult } from './result.ts'
import { HttpTarget, type HttpTargetOptions } from './targets/http-target.ts'
import { InProcessTarget } from './targets/in-process.ts'
import type { Target } from './targets/target.ts'

export { loadScenario, readScenario, type LoadOptions, type ReadScenario } from './load.ts'
export type { LoadedScenario } from './loaded-scenario.ts'
export { loadFacts } from './facts-file.ts'
export { validate, type Validated, type ValidateOptions } from './validate.ts'
export { transcriptOf, type ReplayResult, type StepResult } from './result.ts'
export { createBundle, type Bundle } from './bundle.ts'
export { asVitest } from './as-vitest.ts'
export { createReporter, reporterNames, type Output, type Reporter, type ReporterName } from './reporter.ts'
export { HttpTarget, type HttpTargetOptions } from './targets/http-target.ts'
export { InProcessTarget } from './targets/in-process.ts'
export type { ReplayOptions, RunPerformer } from './replay.ts'
export type { Scenario } from './schema.ts'
export type { Fixture, WorldSection } from '../engine/matching/schema-world.ts'
export type { Step, Caller } from './schema-steps.ts'
export type { Action, Trigger, When } from '../engine/triggers/schema.ts'
export type { Change } from '../engine/matching/schema-common.ts'
export type { Target } from './targets/target.ts'

const replayOptions: OptionKinds<ReplayOptions> = { run: aFunction, onStep: aFunction }

/**
 * Replays a scenario (a loaded one, a file, a shipped name or a document) against a target: an existing emulator, the
 * URL of a server with the API, or a `Target`. Default: a new emulator with the scenario's world. Rejects with
 * `EmulatorError` for an invalid scenario. Failures of steps are in the result.
 */
export async function replay(
  source: LoadedScenario | string | object,
  target?: Emulator | string | HttpTargetOptions | Target,
  options: ReplayOptions = {},
): Promise<ReplayResult> {
  checkOptions('replay', options, replayOptions)
  const loaded = await loadUnlessLoaded(source)
  return play(loaded, chooseTarget(target, loaded), options)
}

function chooseTarget(
  target: Emulator | string | HttpTargetOptions | Target | undefined,
  loaded: LoadedScenario,
): Target {
  if (target === undefined) return new InProcessTarget(createEmulator({ scenario: loaded }))
  if (isEmulator(target)) return new InProcessTarget(target as Emulator)
  if (typeof target === 'string') return new HttpTarget({ apiUrl: target })
  return 'request' in target ? target : new HttpTarget(target)
}

/** The JSON Schema (2020-12) of scenarios and fixtures. */
export async function scenarioJsonSchema(): Promise<object> {
  return JSON.parse(packageText('scenarios/scenario.schema.json')!) as object
}
