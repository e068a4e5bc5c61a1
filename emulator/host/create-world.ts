import { EmulatorError } from '../engine/checking/emulator-error.ts'
import type { Problem } from '../engine/checking/problems.ts'
import { isObject } from '../engine/checking/is-object.ts'
import { mergeSettings, parseSettings } from './parse-settings.ts'
import { fillWithFixtures } from './fixtures/base-worlds.ts'
import type { FixtureDocument } from '../engine/matching/fixture.ts'
import { asObserved } from './facts/as-observed.ts'
import { factsFrom, type FactsDocument } from './facts/facts.ts'
import { resolveFixtures } from './fixtures/shipped.ts'
import { tasks } from './tasks.ts'
import { withHolders, type Source } from './with-holders.ts'
import { isoTime, type ClockMode, type RealTime } from '../engine/world/clock.ts'
import { defaultBounds, type Bounds } from '../engine/world/bounds.ts'
import { importState } from '../engine/world/import.ts'
import { loadRecords, type WorldRecords } from '../engine/world/load.ts'
import { defaultSettings, type SettingsInput } from '../engine/world/settings.ts'
import { createWorld, type World, type WorldOptions } from '../engine/world/world.ts'

/** Start of a world as a section of a scenario, with its fixtures by name and as documents. */
export interface StartedWorld {
  readonly section: Readonly<Record<string, unknown>> & { readonly fixtures: readonly string[] }
  readonly fixtures: readonly FixtureDocument[]
}

/** A scenario with the fixtures it names: the result of `loadScenario`. */
export interface ScenarioSource {
  readonly scenario: {
    readonly name: string
    readonly world?:
      | (WorldRecords & {
          readonly seed?: number | undefined
          readonly clock?: string | undefined
          readonly settings?: SettingsInput | undefined
        })
      | undefined
    readonly triggers?: readonly unknown[] | undefined
  }
  readonly fixtures: readonly FixtureDocument[]
  /** Adds places in its file to problems. */
  place?(problems: readonly Problem[], fixture?: FixtureDocument): readonly Problem[]
}

export interface StartOptions {
  /** Result of `loadScenario`: its world and triggers. Other options override its own. */
  readonly scenario?: ScenarioSource
  /** Names of shipped fixtures, or documents. Default: those of the scenario, else `['starter']`. */
  readonly fixtures?: readonly (string | FixtureDocument)[]
  /** Default 1. Equal seeds, fixtures and requests give equal bytes. */
  readonly seed?: number
  /** Numbers, statuses and switches that the specification leaves open. */
  readonly settings?: SettingsInput
  /**
   * Observed behaviour of a service where the specification is silent (`loadFacts` reads a file). Facts that have a
   * setting become settings, which those of fixtures, the scenario and `settings` override.
   */
  readonly facts?: FactsDocument | undefined
  /** Statements that the world breaks on purpose, as in `settings.broken`: `<clause>`, or `<clause>/2`. */
  readonly broken?: readonly string[]
  /** A state from `export()`, in place of fixtures, seed and settings. */
  readonly state?: unknown
  /** World time at the start: ISO 8601, or milliseconds since 1970. */
  readonly start?: string | number
  /** `virtual` (default): world time stands still until it is moved; `real`: it follows the machine. */
  readonly clock?: ClockMode
  /** Time source of a real clock. Default: the machine. */
  readonly real?: RealTime
  /** Real time before every answer leaves: `'200ms'`, or `'50ms..2s'`, drawn from the seed. */
  readonly delay?: string | number | undefined
  /**
   * Requests over HTTP that are let through: `'5/s'`, `'100/m'`. Those beyond are 429 with `Retry-After`. Its
   * time is world time, which stands still with a virtual clock.
   */
  readonly rateLimit?: string | undefined
  /** Maximum sizes of the world. */
  readonly bounds?: Partial<Bounds>
  /** Called regularly while many records are loaded. */
  readonly progress?: (loaded: number) => void
}

/**
 * Creates the world that the options describe. Throws `EmulatorError` with all problems, with their places in files.
 */
export function startingWorld(options: StartOptions): World {
  const clock: Pick<WorldOptions, 'clock' | 'real' | 'tasks'> = {
    tasks,
    clock: options.clock ?? 'virtual',
    ...(options.real && { real: options.real }),
  }
  if (options.state !== undefined) return withSettings(importState(options.state, clock), options)
  const section = options.scenario?.scenario.world
  const fixtures = chooseFixtures(options)
  const start = options.start ?? section?.clock
  const seed = checkSeed(options.seed ?? section?.seed ?? 1)
  const world = createWorld({
    ...clock,
    seed,
    settings: asObserved(
      parseSettings([otherwiseEverywhere(), ...givenSettings(options, fixtures), brokenBy(options)]),
      seed,
      options.facts,
    ),
    ...(start !== undefined && { start: parseStart(start) }),
  })
  const sources = fixtures.map((fixture): Source => ({
    title: `the fixture '${fixture.name}'`,
    records: fixture.records,
    place: (problems) => options.scenario?.place?.(problems, fixture),
  }))
  fillWithFixtures(world, fixtures, () => {
    for (const [index, fixture] of fixtures.entries()) loadPlaced(world, fixture, options, sources.slice(0, index + 1))
  })
  if (section !== undefined) {
    const own: Source = {
      title: 'the scenario',
      records: section.records,
      place: (problems) => options.scenario?.place?.(problems.map(below('world'))),
    }
    loadPlaced(world, section, options, [...sources, own])
  }
  return world
}

/** The start as a section of a scenario, with its fixtures as documents, because they may come from files. */
export function startedWorld(options: StartOptions): StartedWorld {
  const section = options.scenario?.scenario.world
  const fixtures = chooseFixtures(options)
  const seed = options.seed ?? section?.seed ?? 1
  const start = options.start ?? section?.clock
  const settings = options.facts
    ? asObserved(
        mergeSettings([otherwiseEverywhere(), ...givenSettings(options, fixtures), brokenBy(options)]),
        seed,
        options.facts,
      )
    : { ...otherwiseEverywhere(), ...section?.settings, ...options.settings, ...brokenBy(options) }
  return {
    section: {
      ...section,
      fixtures: fixtures.map(({ name }) => name),
      ...(seed !== 1 && { seed }),
      ...(start !== undefined && { clock: isoTime(parseStart(start)) }),
      ...(Object.keys(settings).length > 0 && { settings }),
    },
    fixtures,
  }
}

function chooseFixtures({ fixtures, scenario }: StartOptions): readonly FixtureDocument[] {
  return fixtures !== undefined ? resolveFixtures(fixtures) : (scenario?.fixtures ?? resolveFixtures(['starter']))
}

/** Loads the records of the last of `sources` and adds places to its problems. */
function loadPlaced(
  world: World,
  records: WorldRecords,
  { progress, bounds }: Pick<StartOptions, 'progress' | 'bounds'>,
  sources: readonly Source[],
): void {
  try {
    loadRecords(world, records, {
      maxRecords: bounds?.records ?? defaultBounds.records,
      maxGenerated: bounds?.importBytes ?? defaultBounds.importBytes,
      ...(progress && { progress }),
    })
  } catch (error) {
    if (!(error instanceof EmulatorError)) throw error
    const problems = withHolders(error.problems, sources)
    throw new EmulatorError(sources.at(-1)!.place(problems) ?? problems)
  }
}

const below =
  (field: string) =>
  (problem: Problem): Problem => ({ ...problem, path: [field, ...problem.path] })

/** Settings from the weakest to the strongest: facts, fixtures, the scenario, options. */
function givenSettings(
  { facts, scenario, settings }: StartOptions,
  fixtures: readonly FixtureDocument[],
): (SettingsInput | undefined)[] {
  return [
    facts && factsFrom(facts, ['facts']).settings,
    ...fixtures.map((fixture) => fixture.settings),
    scenario?.scenario.world?.settings,
    settings,
  ]
}

/** Applies settings to a state, which has them all: facts replace those with default values. */
function withSettings(world: World, options: StartOptions): World {
  const { settings: facts } = options.facts === undefined ? {} : factsFrom(options.facts, ['facts'])
  const [everywhere, broken] = [otherwiseEverywhere(), brokenBy(options)]
  if (facts !== undefined || everywhere !== undefined || broken !== undefined) {
    const settings = parseSettings([everywhere, facts, otherThanDefault(world.state.settings), broken])
    world.settings = asObserved(settings, world.seed, options.facts)
  }
  return world
}

/** Settings that differ from the defaults, those of limits and statuses one by one. */
export function otherThanDefault(settings: object, defaults: object = defaultSettings()): SettingsInput {
  const standard = defaults as Readonly<Record<string, unknown>>
  const kept = Object.entries(settings).flatMap(([name, value]): [string, unknown][] => {
    if (isObject(value)) return [[name, otherThanDefault(value, isObject(standard[name]) ? standard[name] : {})]]
    return JSON.stringify(value) === JSON.stringify(standard[name]) ? [] : [[name, value]]
  })
  return Object.fromEntries(kept) as SettingsInput
}

/** Mutants in `SVC_EMULATOR_BROKEN`, separated by commas, break every emulator of the process. */
function brokenBy({ broken }: StartOptions): SettingsInput | undefined {
  const everywhere = idsIn('SVC_EMULATOR_BROKEN')
  if (broken === undefined && everywhere === undefined) return undefined
  return { broken: [...(broken ?? []), ...(everywhere ?? [])] }
}

/**
 * Alternatives in `SVC_EMULATOR_OTHERWISE`, separated by commas, hold in every emulator of the process that names
 * none.
 */
function otherwiseEverywhere(): SettingsInput | undefined {
  const otherwise = idsIn('SVC_EMULATOR_OTHERWISE')
  return otherwise && { otherwise }
}

function idsIn(variable: string): string[] | undefined {
  const { process } = globalThis as { process?: { env?: Readonly<Record<string, string | undefined>> } }
  return process?.env?.[variable]?.split(',').map((id) => id.trim())
}

function checkSeed(seed: number): number {
  if (Number.isSafeInteger(seed)) return seed
  throw new EmulatorError(`seed: expected an integer, got ${String(seed)}`)
}

function parseStart(start: string | number): number {
  const milliseconds = typeof start === 'number' ? start : Date.parse(start)
  if (Number.isFinite(milliseconds)) return milliseconds
  throw new EmulatorError(`start: expected an ISO 8601 time, got '${start}'`)
}
