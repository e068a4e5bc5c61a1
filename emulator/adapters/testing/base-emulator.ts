import type { ScenarioSource } from '../../host/create-world.ts'
import type { EmulatorOptions } from '../../host/emulator-options.ts'
import type { FactsDocument } from '../../host/facts/facts.ts'
import { createEmulator } from '../create-emulator.ts'
import type { Emulator } from '../../host/emulator.ts'

/** A scenario: a shipped one by name, a file, a document, or what `loadScenario` read. */
export type ScenarioChoice = string | ScenarioSource | Readonly<Record<string, unknown>> | undefined

/** Options of the emulator of a test, which may name a file of facts. */
export type EmulatorFixtureOptions = Omit<EmulatorOptions, 'facts'> & {
  /** What a service was seen to do where the specification is silent: a file, or what `loadFacts` read. */
  readonly facts?: string | FactsDocument | undefined
}

const bases = new Map<string, Promise<Emulator>>()

/**
 * The emulator that the tests with these choices fork: it is made once in a process, however many tests ask. Options are known by what
 * is in them; functions and scenarios that are objects by which they are.
 */
export function baseEmulator(scenario: ScenarioChoice, given: EmulatorFixtureOptions = {}): Promise<Emulator> {
  const options = { cors: inPage(), ...given }
  const key = keyOf(scenario, options)
  let base = bases.get(key)
  if (base === undefined) bases.set(key, (base = create(scenario, options)))
  return base
}

/** The test runs in a page, or in what stands in for one: the address of its world is another origin. */
function inPage(): boolean {
  return 'location' in globalThis
}

const identities = new WeakMap<object, number>()
let identified = 0

function keyOf(scenario: ScenarioChoice, options: EmulatorFixtureOptions): string {
  const chosen = typeof scenario === 'object' ? identityOf(scenario) : (scenario ?? null)
  return JSON.stringify([chosen, options], (_, value: unknown) => {
    if (typeof value === 'bigint') return `${value}n`
    return typeof value === 'function' || isInstance(value) ? identityOf(value) : value
  })
}

/** Of a class, so that its fields do not tell all that it is. */
function isInstance(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype !== null && Object.getPrototypeOf(prototype) !== null
}

/** An object, since no option is a list of one number. */
function identityOf(value: object): { readonly is: number } {
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

/** The reader of files, and YAML with it, is loaded by who names one. */
async function load(scenario: string | object): Promise<ScenarioSource> {
  const { loadScenario } = await import('../../scenario/load.ts')
  return loadScenario(scenario)
}
