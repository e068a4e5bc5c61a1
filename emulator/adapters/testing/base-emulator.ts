import type { ScenarioSource } from '../../host/create-world.ts'
import type { EmulatorOptions } from '../../host/emulator-options.ts'
import type { FactsDocument } from '../../host/facts/facts.ts'
import { createEmulator } from '../create-emulator.ts'
import type { Emulator } from '../../host/emulator.ts'
import { isObject } from '../../engine/checking/is-object.ts'

/** A scenario: a shipped one by name, a file, a document, or the result of `loadScenario`. */
export type ScenarioChoice = string | ScenarioSource | Readonly<Record<string, unknown>> | undefined

/** Options of the emulator of a test, which may name a file of facts. */
export type EmulatorFixtureOptions = Omit<EmulatorOptions, 'facts'> & {
  /** Observed behaviour of a service where the specification is silent: a file, or the result of `loadFacts`. */
  readonly facts?: string | FactsDocument | undefined
}

const bases = new Map<string, Promise<Emulator>>()

/**
 * The emulator that tests with equal choices fork, made once per process. Options are compared by value; functions and
 * scenario objects by identity.
 */
export function baseEmulator(scenario: ScenarioChoice, given: EmulatorFixtureOptions = {}): Promise<Emulator> {
  const options = { cors: inPage(), ...given }
  const key = choiceKey(scenario, options)
  let base = bases.get(key)
  if (base === undefined) bases.set(key, (base = create(scenario, options)))
  return base
}

/** True if the test runs in a real or simulated page: the address of its world is another origin. */
function inPage(): boolean {
  return 'location' in globalThis
}

const identities = new WeakMap<object, number>()
let identified = 0

function choiceKey(scenario: ScenarioChoice, options: EmulatorFixtureOptions): string {
  const chosen = typeof scenario === 'object' ? identify(scenario) : (scenario ?? null)
  return JSON.stringify([chosen, options], (_, value: unknown) => {
    if (typeof value === 'bigint') return `${value}n`
    return typeof value === 'function' || isInstance(value) ? identify(value) : value
  })
}

/** True for an instance of a class: its fields are not its whole state. */
function isInstance(value: unknown): value is object {
  if (!isObject(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype !== null && Object.getPrototypeOf(prototype) !== null
}

/** Identity of an object, as an object, because no option is an object with only `is`. */
function identify(value: object): { readonly is: number } {
  const known = identities.get(value) ?? ++identified
  identities.set(value, known)
  return { is: known }
}

async function create(scenario: ScenarioChoice, given: EmulatorFixtureOptions): Promise<Emulator> {
  const options = await withFacts(given)
  if (scenario === undefined) return createEmulator(options)
  return createEmulator({ ...options, scenario: isLoaded(scenario) ? scenario : await load(scenario) })
}

/** Options with the facts of the file that they name. */
export async function withFacts({ facts, ...options }: EmulatorFixtureOptions): Promise<EmulatorOptions> {
  if (typeof facts !== 'string') return { ...options, facts }
  const { loadFacts } = await import('../../scenario/facts-file.ts')
  return { ...options, facts: await loadFacts(facts) }
}

function isLoaded(scenario: NonNullable<ScenarioChoice>): scenario is ScenarioSource {
  return (
    typeof scenario === 'object' &&
    'scenario' in scenario &&
    typeof scenario.scenario === 'object' &&
    'fixtures' in scenario
  )
}

/** Loads a scenario. The reader of files, with the YAML parser, is loaded on demand. */
async function load(scenario: string | object): Promise<ScenarioSource> {
  const { loadScenario } = await import('../../scenario/load.ts')
  return loadScenario(scenario)
}
