import { expect as baseExpect, test as baseTest, type TestAPI, type TestContext } from 'vitest'
import type { AssumptionId, ClauseId, Emulator, Times } from '../../index.ts'
import type { EmulatorFixtureOptions, ScenarioChoice } from './base-emulator.ts'
import { meetings } from '../../engine/coverage/meetings.ts'
import { reportCoverage } from './coverage-meta.ts'
import { envelopeSerializer } from './envelope-serializer.ts'
import { toHaveExercised, toHaveReceived, type Received } from './matchers.ts'
import type { Api } from './network.ts'
import { holdNetworks, loadFor, open, type OpenNetwork, type Transport } from './networks.ts'
import { exploreFrom, type Explore } from './explore-fixture.ts'
import { matchCalls } from './to-match-calls.ts'
import { toHaveSurvived } from './to-have-survived.ts'
import { toNeedAtMost } from './to-need-at-most.ts'
import type { RemoteEmulator } from './remote-emulator.ts'
import { closeRemoteWorld, openRemoteWorld, readRemoteApi } from './remote-world.ts'
import { refuseMisspelt, type RefusesMisspelt } from './misspelt-choices.ts'
import { noteMeetings } from './note-meetings.ts'
import { formatName, hasPassed, useOwnWorld } from './own-world.ts'

export { envelopeSerializer } from './envelope-serializer.ts'
export { failureNotes } from './failure-notes.ts'
export { toHaveExercised, toHaveReceived, type Received } from './matchers.ts'
export type { Explore, ExploreInTestOptions } from './explore-fixture.ts'
export { toHaveSurvived } from './to-have-survived.ts'
export { toNeedAtMost } from './to-need-at-most.ts'
export type { Api } from './network.ts'
export type { TestWorld } from './test-world.ts'
export type { RemoteEmulator, RemoteTable, RemoteTables } from './remote-emulator.ts'
export type { EmulatorFixtureOptions, ScenarioChoice } from './base-emulator.ts'

/**
 * Choices of a file, a group or a test: `test.extend({ scenario: 'name' })`, or within a `describe` `test.override`
 * (before vitest 4.1: `test.scoped`).
 */
export interface EmulatorChoices {
  /**
   * A shipped scenario by name, a file, a document, or the result of `loadScenario`. Default: none, the starter world.
   */
  scenario: ScenarioChoice
  /** Fixtures, seed, settings and other options of `createEmulator`; `facts` may be a file. */
  emulatorOptions: EmulatorFixtureOptions
  /**
   * Transport of the `api` fixture: a port of this machine, or interception by msw. Default: `msw` with an `apiUrl`,
   * else `server`.
   */
  transport: Transport | undefined
  /**
   * Fixed root of the REST API for a client under test that cannot be configured (with msw): each test answers there.
   * Default: an address for each test.
   */
  apiUrl: string | undefined
  /**
   * Fails a test that sends a request to the host of its API but not to the API. Default true; the request fails either
   * way. Requests to other hosts are not seen: over a port (`server`) those are all hosts but the server's own.
   */
  failOnEscape: boolean
  /** Prints the last requests of a failed test below its message. Default true. */
  failureNotes: boolean
  /**
   * Control API of a running server (`http://127.0.0.1:4010/__emulator`), which the tests share: each has a world of its
   * own there, `remote` in place of `emulator`. Default: none, worlds of this process.
   */
  emulatorUrl: string | undefined
  /** Control token of that server, if it requires one. */
  emulatorToken: string | undefined
}

export interface EmulatorFixtures extends EmulatorChoices {
  /** An emulator with a world of its own for each test: a fork, in constant time. */
  emulator: Emulator
  /** With `emulatorUrl`: a world of its own for each test on that server. */
  remote: RemoteEmulator
  /** Addresses of this test's world. */
  api: Api
  /** Runs a client once for each documented failure of each of its calls, each in a fork of this test's world. */
  explore: Explore
}

/** World of a test, in this process or on a server. */
type ServedTo = { readonly emulator: Emulator } | { readonly remote: RemoteEmulator }

interface Hidden {
  served: ServedTo
  networks: Networks
  fixedAddress: void
}

interface Networks {
  readonly open: OpenNetwork
}

type All = EmulatorFixtures & Hidden
type TestFixture<K extends keyof All> =
  | All[K]
  | ((context: All & TestContext, use: (value: All[K]) => Promise<void>) => Promise<void>)
type Fixtures = {
  readonly [K in keyof All]:
    | TestFixture<K>
    | readonly [TestFixture<K>, { injected?: boolean; auto?: boolean; scope?: 'worker' }]
}

const fixtures: Fixtures = {
  scenario: [undefined, { injected: false }],
  emulatorOptions: [{}, { injected: false }],
  transport: [undefined, { injected: false }],
  apiUrl: [undefined, { injected: false }],
  failOnEscape: [true, { injected: false }],
  failureNotes: [true, { injected: false }],
  emulatorUrl: [undefined, { injected: false }],
  emulatorToken: [undefined, { injected: false }],
  async served({ scenario, emulatorOptions, emulatorUrl, emulatorToken, failOnEscape, failureNotes, task }, use) {
    if (emulatorUrl === undefined)
      return useOwnWorld({ scenario, emulatorOptions, failOnEscape, failureNotes, task }, use)
    const remote = await openRemoteWorld({ scenario, emulatorOptions, emulatorUrl, emulatorToken })
    await use({ remote })
    const coverage = await remote.coverage()
    reportCoverage(task.meta, coverage)
    noteMeetings(coverage, task.file.filepath, formatName(task))
    await closeRemoteWorld(remote, task, { hasPassed: hasPassed(task), failureNotes })
  },
  async emulator({ served }, use) {
    await use(requireOwn(served, 'emulator'))
  },
  async remote({ served }, use) {
    if ('remote' in served) return use(served.remote)
    throw new Error('the fixture `remote` is a world on a running server: name it with emulatorUrl')
  },
  networks: [
    // Vitest takes the fixtures that a function needs from its parameters.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => holdNetworks(() => use({ open })),
    { scope: 'worker' },
  ],
  async api({ networks, served, transport, apiUrl }, use) {
    if ('remote' in served) return use(readRemoteApi(served.remote))
    const { emulator } = served
    const { api, network } = await networks.open(emulator, transport, apiUrl)
    await use(api)
    network.leave(emulator)
  },
  async explore(
    { networks, served, transport, apiUrl, task }: All & TestContext,
    use: (explore: Explore) => Promise<void>,
  ) {
    const emulator = requireOwn(served, 'explore')
    await use(exploreFrom(emulator, (world) => networks.open(world, transport, apiUrl), task.meta))
  },
  fixedAddress: [
    async ({ networks, served, transport, apiUrl }, use) => {
      if (apiUrl === undefined) return use()
      const emulator = requireOwn(served, 'apiUrl')
      const { network } = await networks.open(emulator, transport, apiUrl)
      await use()
      network.leave(emulator)
    },
    { auto: true },
  ],
}

function requireOwn(served: ServedTo, name: string): Emulator {
  if ('emulator' in served) return served.emulator
  throw new Error(
    `\`${name}\` needs a world of this process; with emulatorUrl it is on a server: use the fixture \`remote\``,
  )
}

if (meetings !== undefined)
  meetings.placeNow = () => {
    const { testPath: file, currentTestName: name } = baseExpect.getState()
    return { ...(file !== undefined && { file }), ...(name !== undefined && { test: name }) }
  }

/** Vitest's `test` with an emulator for each test. */
export const test: RefusesMisspelt & TestAPI<EmulatorFixtures> = extendable(fixtures)

/**
 * Works around vitest before 4.1: when a test is extended again, fixtures see the values from before, so that a
 * scenario in `test.extend` would be ignored. There each extension starts from the beginning.
 */
function extendable(known: object): typeof test {
  const extended = baseTest.extend(known as never) as unknown as TestAPI<EmulatorFixtures>
  if ('override' in baseTest) return prepared(extended)
  return Object.defineProperty(noticed(extended, 'scoped'), 'extend', {
    value: (more: object) => {
      notice([more])
      return extendable({ ...known, ...more })
    },
  }) as typeof test
}

/** A test that notices choices when they are made, so that modules they need are loaded before it runs. */
function prepared(extended: TestAPI<EmulatorFixtures>): typeof test {
  const extend = extended.extend as unknown as (...choices: unknown[]) => TestAPI<EmulatorFixtures>
  return Object.defineProperty(noticed(noticed(extended, 'override'), 'scoped'), 'extend', {
    value: (...choices: unknown[]) => {
      notice(choices)
      return prepared(extend.apply(extended, choices))
    },
  }) as typeof test
}

function notice(choices: readonly unknown[]): void {
  refuseMisspelt(choices)
  loadFor(choices)
}

function noticed<T extends object>(api: T, name: 'override' | 'scoped'): T {
  const change = Reflect.get(api, name) as ((...choices: unknown[]) => unknown) | undefined
  if (change === undefined) return api
  return Object.defineProperty(api, name, {
    value: (...choices: unknown[]) => {
      notice(choices)
      return change.apply(api, choices)
    },
  })
}

export const it: typeof test = test

// oxlint-disable-next-line vitest/no-standalone-expect -- a matcher is no test
const toMatchCalls = matchCalls((text) => baseExpect(text).toMatchSnapshot())
baseExpect.extend({ toHaveReceived, toHaveExercised, toHaveSurvived, toMatchCalls, toNeedAtMost })
baseExpect.addSnapshotSerializer(envelopeSerializer as never)

/** Vitest's `expect` with the matchers of emulators and snapshots of envelopes. */
export const expect = baseExpect

interface EmulatorMatchers<R = unknown> {
  /**
   * Received matching requests (`GET /users/me`, `workflow.list_sessions`, or fields of the journal), as often as
   * `times` says.
   */
  toHaveReceived(match: Received, options?: { readonly times?: Times }): R
  /** Received the calls of the snapshot, in order; ids are named by their role. The matcher is awaited. */
  toMatchCalls(): Promise<R>
  /** Gave answers that rested on all of these clauses and assumptions; negated, on none of them. */
  toHaveExercised(...ids: (ClauseId | AssumptionId)[]): R
  /** Expects the report of an exploration to have no finding. */
  toHaveSurvived(): R
  /** Received no call that needs more than a key: `write on org acme`. */
  toNeedAtMost(key: string): R
}

// Vitest's own interfaces have other type parameters in each major version; those of Chai, which they extend, have
// none.
declare global {
  namespace Chai {
    interface Assertion extends EmulatorMatchers<void> {}
  }
}
