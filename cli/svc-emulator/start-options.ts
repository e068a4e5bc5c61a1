import { namingFlag } from '../shared/name-flag.ts'
import type { StartOptions } from '../../emulator/host/create-world.ts'
import { EmulatorError } from '../../emulator/engine/checking/emulator-error.ts'
import type { Problem } from '../../emulator/engine/checking/problems.ts'
import type { FactsDocument } from '../../emulator/host/facts/facts.ts'
import { shippedFixtures } from '../../emulator/host/fixtures/shipped.ts'
import type { Bounds } from '../../emulator/engine/world/bounds.ts'
import type { LoadOptions } from '../../emulator/scenario/load.ts'
import type { LoadedScenario } from '../../emulator/scenario/loaded-scenario.ts'
import type { unspecifiedModes } from '../../emulator/engine/world/settings.ts'

/** Settings from the flags of `start`. */
export interface StartSettings {
  readonly scenario: string | undefined
  readonly port: number
  readonly host: string
  readonly fixtures: readonly string[] | undefined
  readonly seed: number | undefined
  readonly clock: 'virtual' | 'real' | undefined
  readonly delay: string | undefined
  readonly rateLimit: string | undefined
  readonly unspecified: (typeof unspecifiedModes)[number] | undefined
  readonly broken: readonly string[] | undefined
  /** File of facts about a service that the emulator follows. */
  readonly facts: string | undefined
  readonly log: 'pretty' | 'json' | 'silent'
  readonly explain: boolean
  readonly watch: boolean
  readonly open: boolean
  readonly cors: boolean
  /** Maximum of kept entries. */
  readonly journal: number | undefined
  /** Bounds that differ from the default. */
  readonly bounds: Partial<Bounds> | undefined
  readonly controlToken: string | undefined
  /** True to generate a certificate, or the files of one. */
  readonly tls: boolean | { readonly cert: string; readonly key: string }
  readonly state: string | undefined
  /** Milliseconds; 0 to save on exit only. */
  readonly stateEvery: number
}

/** Flags that choose the served world. */
type WorldSettings = Partial<
  Pick<
    StartSettings,
    'scenario' | 'fixtures' | 'seed' | 'clock' | 'delay' | 'rateLimit' | 'unspecified' | 'broken' | 'facts' | 'bounds'
  >
>

/**
 * Options for the world of the flags, or for the saved state. The scenario reader, with the YAML parser, is loaded only
 * for files and scenarios. `reading` is called with each file before it is read.
 */
export async function startOptions(
  settings: WorldSettings,
  state?: unknown,
  reading?: (file: string) => void,
): Promise<StartOptions> {
  const { seed, clock, delay, rateLimit, unspecified, fixtures, broken, bounds } = settings
  const common: StartOptions = {
    ...(seed !== undefined && { seed }),
    ...(clock !== undefined && { clock }),
    ...(delay !== undefined && { delay }),
    ...(rateLimit !== undefined && { rateLimit }),
    ...(unspecified !== undefined && { settings: { unspecified } }),
    ...(broken !== undefined && { broken }),
    ...(bounds !== undefined && { bounds }),
    ...(settings.facts !== undefined && { facts: await readFacts(settings.facts, reading) }),
  }
  if (state !== undefined) return { ...common, state }
  if (settings.scenario === undefined && (fixtures ?? []).every((name) => Object.hasOwn(shippedFixtures(), name))) {
    return fixtures === undefined ? common : { ...common, fixtures }
  }
  const load = { ...(reading !== undefined && { reading }) }
  const named = fixtures && (await loadFixtures(fixtures, load))
  if (settings.scenario === undefined) return { ...common, scenario: named! }
  const { loadScenario } = await import('../../emulator/scenario/load.ts')
  return {
    ...common,
    scenario: await loadScenario(settings.scenario, load),
    ...(named && { fixtures: named.fixtures }),
  }
}

/** Loads the fixtures of the flag as those of a scenario that has nothing else. */
async function loadFixtures(fixtures: readonly string[], load: LoadOptions): Promise<LoadedScenario> {
  const { loadScenario } = await import('../../emulator/scenario/load.ts')
  const about = 'Fixtures named on the command line.'
  return loadScenario({ scenario: 1, name: 'from-flags', about, world: { fixtures } }, load).catch((error: unknown) => {
    throw error instanceof EmulatorError ? new EmulatorError(error.problems.map(ofFlags)) : error
  })
}

async function readFacts(file: string, reading: ((file: string) => void) | undefined): Promise<FactsDocument> {
  const { loadFacts } = await import('../../emulator/scenario/facts-file.ts')
  reading?.(file)
  return namingFlag('--facts', () => loadFacts(file))
}

/** Rewrites a problem in a list as one of the flag. */
function ofFlags(problem: Problem): Problem {
  return problem.at === undefined && problem.path[0] === 'world'
    ? { ...problem, path: [], message: `--fixtures: ${problem.message}` }
    : problem
}
