import { readLabOrder } from '../engine/world/lab-order.ts'
import { isObject } from '../engine/checking/is-object.ts'
import type { FixtureDocument } from '../engine/matching/fixture.ts'
import { defaultSettings, type Settings, type SettingsInput, settingsSchema } from '../engine/world/settings.ts'
import type { World } from '../engine/world/world.ts'
import { asObserved } from './facts/as-observed.ts'
import { factsFrom, type FactsDocument } from './facts/facts.ts'
import { boundedParse } from '../engine/checking/bounded-parse.ts'
import { EmulatorError } from '../engine/checking/emulator-error.ts'
import { problemsFrom } from '../engine/checking/issues.ts'
import { mergeSettings, unknownIdProblems } from '../engine/world/rules.ts'

/** Options of a start that have settings. */
interface SettingSources {
  readonly facts?: FactsDocument | undefined
  readonly scenario?: {
    readonly scenario: { readonly world?: { readonly settings?: SettingsInput | undefined } | undefined }
  }
  readonly settings?: SettingsInput
  readonly broken?: readonly string[]
}

/** All settings of a new world. Throws `EmulatorError` with all problems. */
export function startSettings(options: SettingSources, fixtures: readonly FixtureDocument[], seed: number): Settings {
  const given = [otherwiseEverywhere(), ...givenSettings(options, fixtures), brokenBy(options)]
  return asObserved(parseSettings(given), seed, options.facts)
}

/** Settings from the weakest to the strongest: facts, fixtures, the scenario, options. */
export function givenSettings(
  { facts, scenario, settings }: SettingSources,
  fixtures: readonly FixtureDocument[],
): (SettingsInput | undefined)[] {
  return [
    facts && factsFrom(facts, ['facts']).settings,
    ...fixtures.map((fixture) => fixture.settings),
    scenario?.scenario.world?.settings,
    settings,
  ]
}

/**
 * Applies settings to a state, which has them all: facts replace those with default values, and `settings` replace any.
 */
export function withSettings(world: World, options: SettingSources): World {
  const { settings: facts } = options.facts === undefined ? {} : factsFrom(options.facts, ['facts'])
  const added = [options.settings, brokenBy(options)]
  const everywhere = otherwiseEverywhere()
  if ([facts, everywhere, ...added].some((given) => given !== undefined)) {
    const settings = parseSettings([everywhere, facts, otherThanDefault(world.state.settings), ...added])
    world.settings = asObserved(settings, world.seed, options.facts)
  }
  return world
}

/** Settings that differ from the defaults, those of limits and statuses one by one. */
export function otherThanDefault(settings: object, defaults: object = defaultSettings()): SettingsInput {
  const standard = defaults as Readonly<Record<string, unknown>>
  const kept = Object.entries(settings).flatMap(([name, value]): [string, unknown][] => {
    if (JSON.stringify(value) === JSON.stringify(standard[name])) return []
    return [[name, isObject(value) ? otherThanDefault(value, standard[name] ?? {}) : value]]
  })
  return Object.fromEntries(kept) as SettingsInput
}

/** Mutants of the options, and those by which the lab breaks every emulator of the process. */
export function brokenBy({ broken }: SettingSources): SettingsInput | undefined {
  const everywhere = readLabOrder().settings?.broken
  if (broken === undefined && everywhere === undefined) return undefined
  return { broken: [...(broken ?? []), ...(everywhere ?? [])] }
}

/** Settings that the lab gives to every emulator of the process: they hold where an emulator names none. */
export function otherwiseEverywhere(): SettingsInput | undefined {
  const { broken: _, ...settings } = readLabOrder().settings ?? {}
  return Object.keys(settings).length === 0 ? undefined : settings
}

/** Merges settings, and fills in defaults. Throws `EmulatorError` with all problems. */
function parseSettings(given: readonly (SettingsInput | undefined)[]): Settings {
  const merged = mergeSettings(given)
  if (Object.keys(merged).length === 0) return defaultSettings()
  const parsed = boundedParse(settingsSchema, merged)
  if (!parsed.success) {
    const problems = problemsFrom(parsed, settingsSchema)
    throw new EmulatorError(problems.map((problem) => ({ ...problem, path: ['settings', ...problem.path] })))
  }
  const unknown = unknownIdProblems(parsed.output, ['settings'])
  if (unknown.length > 0) throw new EmulatorError(unknown)
  return parsed.output
}
