import { namingFlag } from '../shared/name-flag.ts'
import type { StartOptions } from '../../emulator/host/create-world.ts'
import { EmulatorError } from '../../emulator/engine/checking/emulator-error.ts'
import type { Problem } from '../../emulator/engine/checking/problems.ts'
import type { FactsDocument } from '../../emulator/host/facts/facts.ts'
import { shippedFixtures } from '../../emulator/host/fixtures/shipped.ts'
import type { LoadOptions } from '../../emulator/scenario/load.ts'
import type { LoadedScenario } from '../../emulator/scenario/loaded-scenario.ts'
import type { ServerSettings } from './server-flags.ts'

/** Settings of a command that serves; times in milliseconds. */
export interface StartSettings extends ServerSettings {
  readonly scenario: string | undefined
  readonly port: number
  readonly log: 'pretty' | 'json' | 'silent'
  readonly watch: boolean
  readonly open: boolean
}

/** Flags that choose the served world. */
type WorldSettings = Partial<
  Pick<
    StartSettings,
    | 'scenario'
    | 'fixtures'
    | 'seed'
    | 'clock'
    | 'delay'
    | 'rateLimit'
    | 'unspecified'
    | 'broken'
    | 'otherwise'
    | 'facts'
    | 'bounds'
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
  const { seed, delay, rateLimit, unspecified, fixtures, broken, otherwise, bounds } = settings
  // With a virtual clock, waiting for Retry-After would have no effect.
  const clock = settings.clock ?? (rateLimit === undefined ? undefined : 'real')
  const common: StartOptions = {
    ...(seed !== undefined && { seed }),
    ...(clock !== undefined && { clock }),
    ...(delay !== undefined && { delay }),
    ...(rateLimit !== undefined && { rateLimit }),
    ...((unspecified ?? otherwise) !== undefined && {
      settings: {
        ...(unspecified !== undefined && { unspecified }),
        ...(otherwise !== undefined && { otherwise: [...otherwise] }),
      },
    }),
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
