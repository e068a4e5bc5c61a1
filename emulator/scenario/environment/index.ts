/** `svc-emulator/environment`: a scenario as the environment of an agent that is trained or evaluated. */
import { aPositiveInteger, checkOptions, required, type OptionKinds } from '../../engine/checking/options.ts'
import { createEmulator } from '../../host/emulator.ts'
import { loadUnlessLoaded } from '../load.ts'
import type { LoadedScenario } from '../loaded-scenario.ts'
import { Environment } from './environment.ts'

export type { Action, Observation } from './action.ts'
export type { Environment, EnvironmentState, EpisodeOptions, Stepped, TaskObservation } from './environment.ts'
export type { Grade } from './task.ts'

export interface EnvironmentOptions {
  /** A scenario that expects `records` of a `run` step: a loaded one, a file, a shipped name or a document. */
  readonly scenario: LoadedScenario | string | object
  /** Steps after which an episode is over. Default 50. */
  readonly maxSteps?: number
}

const environmentOptions: OptionKinds<EnvironmentOptions> = {
  scenario: required({
    expected: 'a scenario: its file, its name, or a document',
    fits: (value) => typeof value === 'string' || (typeof value === 'object' && value !== null),
  }),
  maxSteps: aPositiveInteger,
}

/**
 * Makes the environment of a scenario: an agent acts in place of its `run` steps, and the records that they expect are
 * the reward. Rejects with `EmulatorError` for an invalid scenario, and for one that expects no records.
 *
 * @example
 * const environment = await makeEnvironment({ scenario: 'task.yaml' })
 * environment.reset(1)
 * const { observation, reward, done } = await environment.step({ method: 'POST', path: '/orgs', body: { name: 'Night shift' } })
 */
export async function makeEnvironment(options: EnvironmentOptions): Promise<Environment> {
  checkOptions('makeEnvironment', options, environmentOptions)
  const loaded = await loadUnlessLoaded(options.scenario)
  return new Environment(createEmulator({ scenario: loaded }), loaded.scenario, options.maxSteps)
}
