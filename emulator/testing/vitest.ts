import { expect as baseExpect, test as baseTest, type TestAPI, type TestContext } from 'vitest'
import type { EmulatorOptions } from '../host/emulator-options.ts'
import type { AssumptionId, ClauseId, Emulator, Times } from '../index.ts'
import type { ScenarioChoice } from './base-emulator.ts'
import { reportCoverage } from './coverage-meta.ts'
import { envelopeSerializer } from './envelope-serializer.ts'
import { toHaveExercised, toHaveReceived, type Received } from './matchers.ts'
import type { Api, Network } from './network.ts'
import { closeWorld, openWorld } from './worlds.ts'

export { envelopeSerializer } from './envelope-serializer.ts'
export { toHaveExercised, toHaveReceived, type Received } from './matchers.ts'
export type { Api } from './network.ts'
export type { ScenarioChoice } from './base-emulator.ts'

/** What a file, a group or a test chooses: `test.extend({ scenario: 'name' })`, or within a `describe` `test.override` (before vitest 4.1: `test.scoped`). */
export interface EmulatorChoices {
  /** A shipped scenario by name, a file, a document, or what `loadScenario` read. Default: none, the starter world. */
  scenario: ScenarioChoice
  /** Fixtures, seed, settings and what else `createEmulator` takes. */
  emulatorOptions: EmulatorOptions
  /** How the `api` fixture is reached: intercepted by msw, or over a port of this machine. Default `msw`. */
  transport: 'msw' | 'server'
  /** Root of the REST API that the client under test cannot be told (with msw): each test answers there. Default: an address for each test. */
  apiUrl: string | undefined
}

export interface EmulatorFixtures extends EmulatorChoices {
  /** An emulator with a world of its own for each test: a fork, in constant time. */
  emulator: Emulator
  /** Where this test's world is reached. */
  api: Api
}

interface Hidden {
  networks: Networks
  fixedAddress: void
}

type Open = (emulator: Emulator, transport: EmulatorChoices['transport'], apiUrl: string | undefined) => Promise<{ api: Api; network: Network }>
interface Networks {
  readonly open: Open
}

type All = EmulatorFixtures & Hidden
type Fixture<K extends keyof All> = All[K] | ((context: All & TestContext, use: (value: All[K]) => Promise<void>) => Promise<void>)
type Fixtures = { readonly [K in keyof All]: Fixture<K> | readonly [Fixture<K>, { injected?: boolean; auto?: boolean; scope?: 'worker' }] }

const fixtures: Fixtures = {
  scenario: [undefined, { injected: false }],
  emulatorOptions: [{}, { injected: false }],
  transport: ['msw', { injected: false }],
  apiUrl: [undefined, { injected: false }],
  async emulator({ scenario, emulatorOptions, task }, use) {
    const emulator = await openWorld(scenario, emulatorOptions)
    await use(emulator)
    reportCoverage(task.meta, emulator.coverage())
    closeWorld(emulator)
  },
  networks: [
    // Vitest takes the fixtures that a function needs from its parameters.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      holders++
      await use({ open })
      if (--holders === 0) await closeAll()
    },
    { scope: 'worker' },
  ],
  async api({ networks, emulator, transport, apiUrl }, use) {
    const { api, network } = await networks.open(emulator, transport, apiUrl)
    await use(api)
    network.leave(emulator)
  },
  fixedAddress: [
    async ({ networks, emulator, transport, apiUrl }, use) => {
      if (apiUrl === undefined) return use()
      const { network } = await networks.open(emulator, transport, apiUrl)
      await use()
      network.leave(emulator)
    },
    { auto: true },
  ],
}

/** Vitest's `test` with an emulator for each test. */
export const test: TestAPI<EmulatorFixtures> = extendable(fixtures)

/**
 * Vitest before 4.1 gives the fixtures of a test that is extended again the values they had before, so that a scenario which
 * `test.extend` names would be ignored: there each extension starts from the beginning.
 */
function extendable(known: object): TestAPI<EmulatorFixtures> {
  const extended = baseTest.extend(known as never) as unknown as TestAPI<EmulatorFixtures>
  if ('override' in baseTest) return extended
  return Object.defineProperty(extended, 'extend', { value: (more: object) => extendable({ ...known, ...more }) })
}

export const it: typeof test = test

// Each extended test has fixtures of its own, even for a worker: networks are shared by all, because two interceptions in one
// process get in each other's way.
const started = new Map<string, Promise<Network>>()
let holders = 0

/** Starts a network when the first test asks for it: who never does need not have msw. */
const open: Open = async (emulator, transport, apiUrl) => {
  if (!started.has(transport)) started.set(transport, start(transport))
  const network = await started.get(transport)!
  return { api: network.open(emulator, apiUrl), network }
}

async function closeAll(): Promise<void> {
  const networks = [...started.values()]
  started.clear()
  for (const network of networks) await (await network).close()
}

async function start(transport: EmulatorChoices['transport']): Promise<Network> {
  if (transport === 'msw') return (await import('./msw-network.ts')).mswNetwork()
  if (transport === 'server') return (await import('./server-network.ts')).serverNetwork()
  throw new TypeError(`transport: expected 'msw' or 'server', got '${String(transport)}'`)
}

baseExpect.extend({ toHaveReceived, toHaveExercised })
baseExpect.addSnapshotSerializer(envelopeSerializer as never)

/** Vitest's `expect`, with the matchers of emulators and snapshots of envelopes. */
export const expect = baseExpect

interface EmulatorMatchers<R = unknown> {
  /** Received what is meant (`GET /users/me`, `workflow.list_sessions`, or fields of the journal), as often as `times` says. */
  toHaveReceived(match: Received, options?: { readonly times?: Times }): R
  /** Gave answers that rested on all of these clauses and assumptions; negated, on none of them. */
  toHaveExercised(...ids: (ClauseId | AssumptionId)[]): R
}

declare module 'vitest' {
  interface Assertion<T> extends EmulatorMatchers<T> {}
}
