/** The start that a state file was begun with, to tell the same command line from one that describes another start. */
import { createHash } from 'node:crypto'
import type { BegunServer } from '../../emulator/host/kept/kept-server.ts'
import { startedWorld, type StartOptions } from '../../emulator/host/create-world.ts'
import { isShipped } from '../../emulator/host/fixtures/shipped.ts'
import { isPath } from '../../emulator/scenario/files.ts'
import { usageError } from '../shared/client-error.ts'
import type { ServeSettings } from './start-options.ts'

/** Flags that describe a start. */
type BegunFlags = Partial<Pick<ServeSettings, 'scenario' | 'fixtures' | 'seed' | 'from'>>

/** True if the flags describe a start; without them a server starts with what its state holds. */
export function describesStart({ scenario, fixtures, seed, from }: BegunFlags): boolean {
  return [scenario, fixtures, seed, from].some((given) => given !== undefined)
}

/** The start of `options`, which were read from the flags. */
export function describeBegun({ scenario, from }: BegunFlags, options: StartOptions): BegunServer {
  if (from !== undefined && options.state !== undefined)
    return {
      scenario: null,
      fixtures: [],
      seed: readSeed(options.state),
      from,
      files: { [from]: digest(options.state) },
    }
  const { section, fixtures } = startedWorld(options)
  const document = options.scenario?.scenario
  return {
    scenario: scenario === undefined ? null : document!.name,
    // One that another includes belongs to it.
    fixtures: fixtures
      .map(({ name }) => name)
      .filter((name) => !fixtures.some(({ includes }) => includes?.includes(name))),
    seed: (section['seed'] as number | undefined) ?? 1,
    ...(from !== undefined && { from }),
    files: Object.fromEntries([
      ...(scenario !== undefined && isPath(scenario) ? [[document!.name, digest(document)]] : []),
      ...fixtures.flatMap((fixture) => (isShipped(fixture) ? [] : [[fixture.name, digest(fixture)]])),
    ]),
  }
}

function readSeed(state: unknown): number {
  return (state as { seed: number }).seed
}

function digest(document: unknown): string {
  return createHash('sha256').update(JSON.stringify(document)).digest('hex').slice(0, 16)
}

/**
 * Refuses flags that describe another start than that of the state.
 *
 * @param begun start of the state; of one that does not tell it, only the seed
 * @throws ClientError naming each difference, and the ways out
 */
export function refuseOtherStart(
  file: string,
  begun: BegunServer | { readonly seed: number },
  flags: BegunFlags,
  said: BegunServer,
): void {
  const differing = [...('files' in begun ? findDifferences(begun, flags, said) : []), ...otherSeed(begun, flags)]
  if (differing.length === 0) return
  throw usageError(
    `--state ${file} began with ${'files' in begun ? describe(begun) : `seed ${begun.seed}`}, but ${differing.join(', and ')}. ` +
      `Keep another start in another file (--state other.json), or go on from this one without keeping it (--from ${file}, which takes the settings that you like)`,
  )
}

function otherSeed({ seed }: { readonly seed: number }, flags: BegunFlags): string[] {
  return flags.seed === undefined || flags.seed === seed ? [] : [`--seed is ${flags.seed}`]
}

function findDifferences(begun: BegunServer, { scenario, fixtures, from }: BegunFlags, said: BegunServer): string[] {
  const others = [
    ...(scenario !== undefined && said.scenario !== begun.scenario ? [`the scenario is '${said.scenario}'`] : []),
    ...(fixtures !== undefined && said.fixtures.join() !== begun.fixtures.join()
      ? [`--fixtures is ${fixtures.join(',')}`]
      : []),
    ...(from !== begun.from && from !== undefined ? [`--from is ${from}`] : []),
  ]
  const changed = Object.entries(said.files).filter(([name, each]) => (begun.files[name] ?? each) !== each)
  return others.length > 0 ? others : changed.map(([name]) => `the file of '${name}' has changed since`)
}

/** A start in words: `the scenario 'outage', fixtures starter, seed 1`. */
export function describe({ scenario, fixtures, seed, from }: BegunServer): string {
  return [
    ...(from === undefined ? [] : [`--from ${from}`]),
    ...(scenario === null ? [] : [`the scenario '${scenario}'`]),
    ...(fixtures.length === 0 ? [] : [`fixtures ${fixtures.join(',')}`]),
    `seed ${seed}`,
  ].join(', ')
}
