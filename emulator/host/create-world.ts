import { readTime } from '../engine/world/time.ts'
import { EmulatorError } from '../engine/checking/emulator-error.ts'
import { given } from '../engine/checking/given.ts'
import type { Problem } from '../engine/checking/problems.ts'
import { mergeSettings } from '../engine/world/rules.ts'
import { fillWithFixtures } from './fixtures/base-worlds.ts'
import type { FixtureDocument } from '../engine/matching/fixture.ts'
import { asObserved } from './facts/as-observed.ts'
import type { FactsDocument } from './facts/facts.ts'
import { resolveFixtures } from './fixtures/shipped.ts'
import { brokenBy, givenSettings, otherwiseEverywhere, startSettings, withSettings } from './start-settings.ts'
import { tasks } from './tasks.ts'
import { withHolders, type HolderSource } from './with-holders.ts'
import {
  FIRST_MS,
  LAST_MS,
  faster,
  isoTime,
  parseClockRate,
  type ClockChoice,
  type RealTime,
} from '../engine/world/clock.ts'
import { defaultBounds, type Bounds } from '../engine/world/bounds.ts'
import { importState } from '../engine/world/import.ts'
import { loadRecords, type WorldRecords } from '../engine/world/load.ts'
import type { SettingsInput } from '../engine/world/settings.ts'
import type { Chaos } from '../engine/triggers/chaos.ts'
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
    readonly chaos?: Chaos | undefined
  }
  readonly fixtures: readonly FixtureDocument[]
  /** Adds places in its file to problems. */
  place?(problems: readonly Problem[], fixture?: FixtureDocument): readonly Problem[]
}

/** Options that act on a world however it begins: those of the command line of a server, for each start that is chosen later. */
export interface LastingOptions {
  /**
   * Observed behaviour of a service where the specification is silent (`loadFacts` reads a file). Facts that have a
   * setting become settings, which those of fixtures, the scenario and `settings` override.
   */
  readonly facts?: FactsDocument | undefined
  /** Real time before every answer leaves: `'200ms'`; or drawn from the seed, `'50ms..2s'` evenly, `'80ms~2s'` by median and 99th percentile. */
  readonly delay?: string | number | undefined
  /**
   * Requests over HTTP that are let through: `'5/s'`, `'100/m'`. Those beyond are 429 with `Retry-After`. Its
   * time is world time, which stands still with a virtual clock.
   */
  readonly rateLimit?: string | undefined
  /**
   * Failures that may come at any time, drawn by the seed: `'5%'` of the requests, `'writes:2%'`, or an object. Default:
   * that of the scenario.
   */
  readonly chaos?: string | Chaos | undefined
}

/** The lasting ones of the options. */
export function lastingOptions({ facts, delay, rateLimit, chaos }: LastingOptions): LastingOptions {
  return given({ facts, delay, rateLimit, chaos })
}

export interface StartOptions extends LastingOptions {
  /** Result of `loadScenario`: its world and triggers. Other options override its own. */
  readonly scenario?: ScenarioSource
  /** Names of shipped fixtures, or documents. Default: those of the scenario, else `['starter']`. */
  readonly fixtures?: readonly (string | FixtureDocument)[]
  /** Default 1. Equal seeds, fixtures and requests give equal bytes. */
  readonly seed?: number
  /** Numbers, statuses and switches that the specification leaves open. */
  readonly settings?: SettingsInput
  /** Statements that the world breaks on purpose, as in `settings.broken`: `<clause>`, or `<clause>/2`. */
  readonly broken?: readonly string[]
  /**
   * A state from `export()`, in place of `scenario`, `fixtures`, `seed` and `start`, which are refused beside it. Settings,
   * facts, delay and rate limit act on it.
   */
  readonly state?: unknown
  /** World time at the start: ISO 8601, or milliseconds since 1970. */
  readonly start?: string | number
  /**
   * `virtual` (default): world time stands still until it is moved; `real`: it follows the machine; `60x`: sixty times as
   * fast.
   */
  readonly clock?: ClockChoice
  /** Time source of a real clock. Default: the machine. */
  readonly real?: RealTime
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
    ...readClock(options),
  }
  if (options.state !== undefined) {
    refuseOtherStart(options)
    return withSettings(importState(options.state, clock), options)
  }
  const section = options.scenario?.scenario.world
  const fixtures = chooseFixtures(options)
  const start = options.start ?? section?.clock
  const seed = checkSeed(options.seed ?? section?.seed ?? 1)
  const world = createWorld({
    ...clock,
    seed,
    settings: startSettings(options, fixtures, seed),
    ...(start !== undefined && { start: parseStart(start) }),
  })
  const sources = fixtures.map((fixture): HolderSource => ({
    title: `the fixture '${fixture.name}'`,
    records: fixture.records,
    place: (problems) => options.scenario?.place?.(problems, fixture),
  }))
  fillWithFixtures(world, fixtures, () => {
    for (const [index, fixture] of fixtures.entries()) loadPlaced(world, fixture, options, sources.slice(0, index + 1))
  })
  if (section !== undefined) {
    const own: HolderSource = {
      title: 'the scenario',
      records: section.records,
      place: (problems) => options.scenario?.place?.(problems.map(below('world'))),
    }
    loadPlaced(world, section, options, [...sources, own])
  }
  return world
}

/** Mode of the clock, and the time that it follows. */
function readClock({ clock = 'virtual', real }: StartOptions): Pick<WorldOptions, 'clock' | 'real'> {
  const rate = parseClockRate(clock)
  return {
    clock,
    ...(real && { real: rate === undefined ? real : faster(real, rate) }),
  }
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
  sources: readonly HolderSource[],
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

/** Options that say how a world begins, which a state says already. */
const otherStarts = ['scenario', 'fixtures', 'seed', 'start'] as const

function refuseOtherStart(options: StartOptions): void {
  const given = otherStarts.filter((name) => options[name] !== undefined)
  if (given.length === 0) return
  throw new EmulatorError(
    `${given.join(', ')}: a state is a world that has begun, with its records, seed and time; leave out ${given.length === 1 ? 'this option' : 'these options'}, or the state`,
  )
}

function checkSeed(seed: number): number {
  if (Number.isSafeInteger(seed)) return seed
  throw new EmulatorError(`seed: expected an integer, got ${String(seed)}`)
}

function parseStart(start: string | number): number {
  if (typeof start === 'number' && start >= FIRST_MS && start <= LAST_MS) return start
  return readTime(String(start), 'start')
}
