import { test as baseTest, expect as baseExpect, type TestInfo } from '@playwright/test'
import type { AssumptionId, ClauseId, Times } from '../../index.ts'
import { withFacts, type EmulatorFixtureOptions } from './base-emulator.ts'
import { startServer } from '../node/server.ts'
import { describeDefects } from '../../engine/journal/report-defect.ts'
import { COVERAGE_META, countExercised } from './coverage-meta.ts'
import { toHaveExercised, toHaveReceived, type Received } from './matchers.ts'
import type { ExploreReport } from '../../lab/explore/report.ts'
import { toHaveSurvived } from './to-have-survived.ts'
import { matchCalls } from './to-match-calls.ts'
import { toNeedAtMost } from './to-need-at-most.ts'
import { refuseMisspeltUse, refuseOptionAsChoice } from './misspelt-choices.ts'
import { nameWorldInPages, nameWorldInRequests, type ToldWorld } from './name-world.ts'
import { describeLastRequests } from './last-requests.ts'
import { addToError, attachBundle, playwrightCommand } from './node-playwright-notes.ts'
import { noteMeetings, tellTestFile } from './note-meetings.ts'
import { readIfFile } from './read-if-file.ts'
import { RemoteEmulator } from './remote-emulator.ts'
import { describeNotAwaited, readSeed } from './remote-world.ts'
import { testWorld, type TestWorld } from './test-world.ts'

export { RemoteEmulator, type RemoteTable, type RemoteTables } from './remote-emulator.ts'
export type { RemoteGate } from './remote-gate.ts'
export type { Received } from './matchers.ts'
export type { TestWorld } from './test-world.ts'

/** Choices in `use` of a configuration, a project, a file or a group. */
export interface EmulatorChoices {
  /** A shipped scenario by name, a file, or a document. Default: that of the server. */
  scenario: string | object | undefined
}

export interface EmulatorWorkerChoices {
  /** Prints the last requests of a failed test below its message. Default true. */
  failureNotes: boolean
  /**
   * Control API of a running server, such as one that `webServer` starts (`http://127.0.0.1:4010/__emulator`). Default:
   * a server for each worker.
   */
  emulatorUrl: string | undefined
  /** Attaches a bundle to each failed test. Default `on-failure`. */
  emulatorTrace: 'on-failure' | 'off'
  /** Control token of that server, if it requires one. */
  emulatorToken: string | undefined
  /** Fixtures, seed and settings of the server that a worker starts; `facts` may be a file. */
  emulatorOptions: EmulatorFixtureOptions
}

/** Addresses of the world of a test. */
export interface Api {
  /** Root of the REST API, with `/v1`. */
  readonly baseUrl: string
  readonly realtimeUrl: string
  /** The world itself, as headers and keys name it. */
  readonly world: TestWorld
}

export interface EmulatorFixtures extends EmulatorChoices {
  /** An emulator with a world of its own for each test, on a running server. */
  emulator: RemoteEmulator
  /** Addresses of this test's world, for the page. They are also those of the emulator. */
  api: Api
}

interface ServedFixture {
  emulatorServer: {
    readonly controlUrl: string
    readonly token: string | undefined
    /** True for a server of this worker. */
    readonly isOwn: boolean
    /** Seed of the worlds of tests; undefined for that of the server. */
    readonly seed?: number | undefined
  }
}

interface Noticed {
  /** State at the end of the test's body, before its pages were closed, which takes time and ends their requests. */
  atEnd: {
    /** Sentences about requests that waited at gates. */
    readonly held: string[]
    /** Calls of the fixture that nobody awaited. */
    readonly unanswered: string[]
  }
}

/** Playwright's `test` with an emulator for each test. */
export const test = refusingMisspelt(
  baseTest.extend<EmulatorFixtures & Noticed, EmulatorWorkerChoices & ServedFixture>({
    scenario: [undefined, { option: true }],
    emulatorUrl: [undefined, { option: true, scope: 'worker' }],
    emulatorToken: [undefined, { option: true, scope: 'worker' }],
    emulatorTrace: ['on-failure', { option: true, scope: 'worker' }],
    emulatorOptions: [{}, { option: true, scope: 'worker' }],
    failureNotes: [true, { option: true, scope: 'worker' }],
    emulatorServer: [
      async ({ emulatorUrl, emulatorToken, emulatorTrace, emulatorOptions }, use) => {
        if (emulatorUrl !== undefined)
          return use({
            controlUrl: emulatorUrl,
            token: emulatorToken,
            isOwn: false,
            seed: readSeed(emulatorOptions),
          })
        // Pages are served on another port: browsers need CORS.
        const options = await withFacts(emulatorOptions)
        const server = await startServer({ cors: true, trace: emulatorTrace === 'on-failure', ...options })
        await use({ controlUrl: server.controlUrl, token: server.controlToken, isOwn: true })
        await server.close()
      },
      { scope: 'worker' },
    ],
    // oxlint-disable-next-line no-empty-pattern
    atEnd: async ({}, use) => use({ held: [], unanswered: [] }),
    async emulator({ emulatorServer, emulatorTrace, failureNotes, scenario, atEnd }, use, info) {
      refuseMisspeltUse(info.project.use, 'use of the configuration')
      const emulator = await RemoteEmulator.create(emulatorServer.controlUrl, emulatorServer)
      if (scenario !== undefined) await emulator.switchTo(await readIfFile(scenario))
      await use(emulator)
      const unanswered = [...new Set([...atEnd.unanswered, ...emulator.unanswered()])]
      const held = atEnd.held.length > 0 ? atEnd.held : await emulator.stillHeld()
      const awaited = info.status === 'passed' ? [] : await emulator.stillAwaited()
      const hasPassed = info.status === 'passed' && info.expectedStatus === 'passed'
      const unfired = hasPassed ? await emulator.neverFired() : undefined
      const defects = await leaveReport(emulator, info, {
        traced: emulatorTrace === 'on-failure',
        failureNotes,
        isOwn: emulatorServer.isOwn,
      })
      await emulator.close()
      if (held.length + awaited.length > 0) throw new Error([...held, ...awaited].join('\n'))
      if (info.status === 'passed' && unanswered.length > 0) throw new Error(describeNotAwaited('emulator', unanswered))
      if (unfired !== undefined) throw new Error(unfired)
      if (defects.length > 0) throw new Error(defects.join('\n'))
    },
    async api({ emulator: { baseUrl, realtimeUrl, worldName } }, use) {
      await use({ baseUrl, realtimeUrl, world: testWorld(worldName) })
    },
    // Runs before the pages are closed, which ends their requests.
    async context({ context, emulator, atEnd, baseURL }, use) {
      await nameWorldInPages(context, toldWorld(emulator, baseURL))
      await use(context)
      atEnd.unanswered.push(...emulator.unanswered())
      atEnd.held.push(...(await emulator.stillHeld()))
    },
    async request({ request, emulator, baseURL }, use) {
      await use(nameWorldInRequests(request, toldWorld(emulator, baseURL)))
    },
  }),
)

function toldWorld({ baseUrl, worldName }: RemoteEmulator, app: string | undefined): ToldWorld {
  return { baggage: testWorld(worldName).headers.baggage, baseUrl, app }
}

/** Refuses misspelt choices in `test.use`, also of tests that the user extends. */
function refusingMisspelt<T extends PlaywrightTest>(test: T, own: ReadonlySet<string> = new Set()): T {
  const { use, extend } = test
  return Object.assign(test, {
    use(choices: object): void {
      refuseMisspeltUse(choices, 'test.use')
      refuseOptionAsChoice(choices, 'test.use', own)
      use(choices)
    },
    extend(fixtures: object): unknown {
      return refusingMisspelt(extend(fixtures), new Set([...own, ...Object.keys(fixtures)]))
    },
  })
}

interface PlaywrightTest {
  use(choices: object): void
  extend(fixtures: object): PlaywrightTest
}

tellTestFile(() => baseTest.info().file)

/**
 * Reports the coverage of a test, and attaches the bundle of a failed one. Returns messages about defects of the
 * emulator that a failed one met.
 */
async function leaveReport(
  emulator: RemoteEmulator,
  info: TestInfo,
  {
    traced,
    failureNotes,
    isOwn,
  }: { readonly traced: boolean; readonly failureNotes: boolean; readonly isOwn: boolean },
): Promise<string[]> {
  const json = (value: unknown): { contentType: string; body: string } => ({
    contentType: 'application/json',
    body: JSON.stringify(value, null, 2),
  })
  const coverage = await emulator.coverage()
  await info.attach(COVERAGE_META, json(countExercised(coverage)))
  noteMeetings(coverage, info.file, info.titlePath.slice(1).join(' > '))
  if (info.status === 'passed' || info.status === 'skipped') return []
  const entries = await emulator.entries()
  await info.attach('journal of the emulator', json(entries))
  if (traced) await attachBundle(emulator, info)
  if (failureNotes) addToError(info, await describeLastRequests(entries, isOwn ? playwrightCommand(info) : undefined))
  return info.expectedStatus === 'passed' ? describeDefects(entries) : []
}

type PlaywrightMatchers = {
  /**
   * Received matching requests (`GET /users/me`, `workflow.list_sessions`, or fields of the journal), as often as
   * `times` says.
   */
  toHaveReceived(
    received: RemoteEmulator,
    match: Received,
    options?: { readonly times?: Times },
  ): Promise<{ pass: boolean; message(): string }>
  /** Received the calls of the snapshot, in order; ids are named by their role. */
  toMatchCalls(received: RemoteEmulator): Promise<{ pass: boolean; message(): string }>
  /** Gave answers that rested on all of these clauses and assumptions; negated, on none of them. */
  toHaveExercised(
    received: RemoteEmulator,
    ...ids: (ClauseId | AssumptionId)[]
  ): Promise<{ pass: boolean; message(): string }>
  /** Expects the report of an exploration (`svc-emulator/explore`) to have no finding. */
  toHaveSurvived(received: ExploreReport): { pass: boolean; message(): string }
  /** Received no call that needs more than a key: `write on org acme`. */
  toNeedAtMost(received: RemoteEmulator, key: string): Promise<{ pass: boolean; message(): string }>
}

/** Playwright's `expect` with the matchers of emulators. */
export const expect = baseExpect.extend({
  toHaveReceived,
  toHaveExercised,
  toHaveSurvived,
  toMatchCalls: matchCalls((text) => baseExpect(text).toMatchSnapshot()),
  toNeedAtMost,
} as unknown as PlaywrightMatchers)
