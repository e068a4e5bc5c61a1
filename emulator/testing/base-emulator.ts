import type { ScenarioSource } from '../host/create-world.ts'
import type { EmulatorOptions } from '../host/emulator-options.ts'
import { createEmulator } from '../create-emulator.ts'
import type { Emulator } from '../host/emulator.ts'

/** A scenario: a shipped one by name, a file, a document, or what `loadScenario` read. */
export type ScenarioChoice = string | ScenarioSource | Readonly<Record<string, unknown>> | undefined

const bases = new Map<unknown, Promise<Emulator>>()

/**
 * The emulator that the tests with these options fork: it is made once in a process, however many tests ask. Scenarios are known
 * by name or object, options by what is in them.
 */
export function baseEmulator(scenario: ScenarioChoice, options: EmulatorOptions = {}): Promise<Emulator> {
  const key = typeof scenario === 'object' ? scenario : JSON.stringify([scenario, options])
  let base = bases.get(key)
  if (base === undefined) bases.set(key, (base = create(scenario, options)))
  return base
}

async function create(scenario: ScenarioChoice, options: EmulatorOptions): Promise<Emulator> {
  if (scenario === undefined) return createEmulator(options)
  return createEmulator({ ...options, scenario: isLoaded(scenario) ? scenario : await load(scenario) })
}

function isLoaded(scenario: NonNullable<ScenarioChoice>): scenario is ScenarioSource {
  return typeof scenario === 'object' && 'scenario' in scenario && typeof scenario.scenario === 'object' && 'fixtures' in scenario
}

/** The reader of files, and YAML with it, is loaded by who names one. */
async function load(scenario: string | object): Promise<ScenarioSource> {
  const { loadScenario } = await import('../scenario/load.ts')
  return loadScenario(scenario)
}
