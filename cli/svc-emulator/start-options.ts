import { namingFlag } from '../shared/name-flag.ts'
import { usageError } from '../shared/client-error.ts'
import { lastingOptions, type StartOptions } from '../../emulator/host/create-world.ts'
import { EmulatorError } from '../../emulator/engine/checking/emulator-error.ts'
import { given } from '../../emulator/engine/checking/given.ts'
import { isObject } from '../../emulator/engine/checking/is-object.ts'
import { didYouMean } from '../../emulator/engine/checking/near-miss.ts'
import type { Problem } from '../../emulator/engine/checking/problems.ts'
import { shippedFixtures } from '../../emulator/host/fixtures/shipped.ts'
import type { DocumentKind } from '../../emulator/scenario/check.ts'
import type { LoadOptions } from '../../emulator/scenario/load.ts'
import type { LoadedScenario } from '../../emulator/scenario/loaded-scenario.ts'
import type { FlagSettings } from '../shared/command.ts'
import type { ServerSettings, startFlags } from './server-flags.ts'

/** Settings of a command that serves; times in milliseconds. */
export interface ServeSettings extends ServerSettings, Pick<FlagSettings<typeof startFlags>, 'log' | 'watch'> {
  readonly scenario: string | undefined
  readonly port: number
}

/** Settings of `start`. */
export interface StartSettings extends ServeSettings, FlagSettings<typeof startFlags> {}

/** Flags that choose the served world. */
type WorldSettings = Partial<
  Pick<
    ServeSettings,
    | 'scenario'
    | 'fixtures'
    | 'seed'
    | 'clock'
    | 'delay'
    | 'rateLimit'
    | 'chaos'
    | 'unspecified'
    | 'broken'
    | 'otherwise'
    | 'bounds'
    | 'from'
  >
>

/**
 * Options for the world of the flags, or for the saved state. The scenario reader, with the YAML parser, is loaded only
 * for files and scenarios. A saved state has its start: flags that describe one are compared with it before. `reading` is called with each file before it is read.
 */
export async function startOptions(
  settings: WorldSettings,
  state?: unknown,
  reading?: (file: string) => void,
): Promise<StartOptions> {
  const { unspecified, fixtures, broken, otherwise, bounds } = settings
  // With a virtual clock, waiting for Retry-After would have no effect.
  const clock = settings.clock ?? (settings.rateLimit === undefined ? undefined : 'real')
  const common: { -readonly [O in keyof StartOptions]: StartOptions[O] } = {
    ...lastingOptions(settings),
    ...given({ clock, broken, bounds }),
    ...((unspecified ?? otherwise) !== undefined && {
      settings: given({ unspecified, otherwise: otherwise && [...otherwise] }),
    }),
  }
  if (state !== undefined) return { ...common, state }
  if (settings.from !== undefined) return { ...common, ...(await beginFrom(settings, settings.from, reading)) }
  const { seed } = settings
  if (seed !== undefined) common.seed = seed
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

/** Options for the file of `--from`, which is a whole start. */
async function beginFrom(
  { scenario, fixtures, seed }: WorldSettings,
  from: string,
  reading: ((file: string) => void) | undefined,
): Promise<StartOptions> {
  const others = { 'a scenario': scenario, '--fixtures': fixtures, '--seed': seed }
  const names = Object.entries(others).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  const start = await readStart(from, { ...(reading && { reading }) })
  const isState = 'state' in start
  const other = names.find((name) => isState || name !== '--seed')
  if (other !== undefined) throw usageError(`--from ${from} says how the world begins: leave out ${other}, or --from`)
  return isState ? start : { ...start, ...(seed !== undefined && { seed }) }
}

/**
 * Reads the start in a file of `--from`: an exported state, the state at the end of a bundle, a scenario, or a fixture,
 * which is a scenario that has nothing else. Throws `EmulatorError` for any other document.
 */
export async function readStart(
  from: string,
  load: LoadOptions = {},
): Promise<{ readonly state: object } | { readonly scenario: LoadedScenario }> {
  const { readFrom } = await import('./from-file.ts')
  const read = await namingFlag('--from', () => readFrom(from))
  if ('state' in read) return read
  if (read.kind === 'fixture') return { scenario: await loadFixtures([from], load, '--from') }
  if (read.kind !== 'scenario')
    throw new EmulatorError(
      `--from ${from}: expected an exported state, a bundle, a scenario or a fixture${describeOther(read.kind, read.document)}`,
    )
  const { loadScenario } = await import('../../emulator/scenario/load.ts')
  return { scenario: await loadScenario(from, load) }
}

/** The near miss of a document that is no start. */
function describeOther(kind: DocumentKind | undefined, document: unknown): string {
  if (kind !== undefined) return `, got a ${kind} file without a state`
  const fields = isObject(document) ? Object.keys(document) : []
  const meant = fields.map((field) => didYouMean(field, ['scenario', 'fixture', 'bundle', 'svc_emulator_state']))
  return meant.find((text) => text !== '') ?? ''
}

/** Loads the fixtures of the flag as those of a scenario that has nothing else. */
async function loadFixtures(
  fixtures: readonly string[],
  load: LoadOptions,
  flag = '--fixtures',
): Promise<LoadedScenario> {
  const { loadScenario } = await import('../../emulator/scenario/load.ts')
  const about = 'Fixtures named on the command line.'
  return loadScenario({ scenario: 1, name: 'from-flags', about, world: { fixtures } }, load).catch((error: unknown) => {
    throw error instanceof EmulatorError
      ? new EmulatorError(error.problems.map((problem) => ofFlag(problem, flag)))
      : error
  })
}

/** Rewrites a problem in a list as one of the flag. */
function ofFlag(problem: Problem, flag: string): Problem {
  return problem.at === undefined && problem.path[0] === 'world'
    ? { ...problem, path: [], message: `${flag}: ${problem.message}` }
    : problem
}
