import { createEmulator, type Emulator } from '../../host/emulator.ts'
import { hostOf } from '../../host/instance-of.ts'
import type { NotedStart } from '../../host/chosen-start.ts'
import type { LabOrder } from '../../engine/world/lab-order.ts'
import { describeAnswer } from '../../engine/kernel/describe-answer.ts'
import { applyChange } from '../../host/apply-change.ts'
import { resolveFixtures } from '../../host/fixtures/shipped.ts'
import type { Client, Limits } from '../engine/client.ts'
import { plain, type Overlay } from '../engine/overlay.ts'
import { putOverlay } from '../engine/put-overlay.ts'
import type { Seen, TestFailure } from '../engine/subject.ts'
import { WorldSubject } from '../engine/world-subject.ts'
import { lastLine } from '../subjects/last-line.ts'
import type { ServedTests } from '../subjects/served-tests.ts'
import { readSeen, type TestRun, type TestRuns } from '../subjects/test-runs.ts'
import type { Answer } from './answers.ts'

/** Traces of a run that may fail. */
export interface WhySeen extends Seen {
  /** Failed tests, or the client itself under its own name. */
  readonly failures: readonly TestFailure[]
  readonly answers: readonly Answer[]
}

/** A client or tests that fail, which can be run again in other worlds. */
export interface Failing {
  readonly name: string
  readonly isInProcess?: boolean
  run(overlay: Overlay, limits: Limits, signal?: AbortSignal): Promise<WhySeen>
  /** The world in which it begins. Undefined where there are several, or where it is not known. */
  startWorld(): Promise<Emulator | undefined>
}

/** A client that asks the world which it is given. */
export function failingClient(client: Client, base: Emulator): Failing {
  const subject = new WorldSubject(client, base)
  return {
    name: client.name,
    ...(client.isInProcess === true && { isInProcess: true }),
    async run(overlay, limits, signal) {
      const seen = await subject.run(overlay, limits, signal)
      const failures = seen.end === 'succeeded' ? [] : [{ name: client.name, message: sayWhy(client, seen.said) }]
      return { ...seen, failures, answers: seen.calls.map(describeAnswer) }
    },
    startWorld: () => Promise.resolve(base.fork({ from: 'start' })),
  }
}

/** The message of a function; of a program the line that says why it failed, with the place in its own files. */
function sayWhy({ isInProcess }: Client, said: string): string {
  const place = /^at (.+)\n/.exec(said)?.[1]
  if (isInProcess === true) return said
  return place === undefined ? lastLine(said) : `${lastLine(said)} (${place})`
}

/** Tests whose emulators are in their own processes. */
export class FailingTests implements Failing {
  readonly name: string
  readonly #tests: TestRuns
  #start: Emulator | undefined

  constructor(name: string, tests: TestRuns) {
    this.name = name
    this.#tests = tests
  }

  async run(overlay: Overlay, { timeMs }: Limits): Promise<WhySeen> {
    const run = await this.#tests.run({ ...this.#order(overlay), answers: true }, timeMs)
    if (overlay === plain) this.#start ??= readStart(run)
    return describe(run, run.notes.listAnswers())
  }

  startWorld(): Promise<Emulator | undefined> {
    return Promise.resolve(this.#start?.fork({ from: 'start' }))
  }

  /** Rules are given to every emulator; another start takes the place of the one of the tests. */
  #order({ settings, ...other }: Overlay): LabOrder {
    if (Object.keys(other).length === 0 || this.#start === undefined) return settings === undefined ? {} : { settings }
    const emulator = begin(this.#start, other)
    const { request_ms } = hostOf(this.#start).world.settings
    const { world } = hostOf(emulator)
    world.settings = { ...world.settings, request_ms }
    return { start: emulator.export() }
  }
}

/** Tests that ask a server. */
export function failingServedTests(name: string, tests: ServedTests, base: Emulator): Failing {
  return {
    name,
    async run(overlay, { timeMs }) {
      const run = await tests.run(begin(base, overlay), timeMs)
      return describe(run, run.calls.map(describeAnswer))
    },
    startWorld: () => Promise.resolve(base.fork({ from: 'start' })),
  }
}

/** A world that begins as an overlay says. */
function begin(base: Emulator, overlay: Overlay): Emulator {
  const emulator = base.fork({ from: 'start' })
  const { world } = hostOf(emulator)
  putOverlay(world, overlay)
  for (const change of overlay.before ?? []) applyChange(world, change)
  return emulator
}

function describe(run: TestRun, answers: readonly Answer[]): WhySeen {
  const { end, said, failures } = run
  return {
    ...readSeen(run),
    failures: end === 'passed' ? [] : joinUnnamed(failures, said),
    answers,
  }
}

/** Failed tests; those without a name, and what failed outside of tests, are one. */
function joinUnnamed(failures: readonly TestFailure[], said: string): TestFailure[] {
  const named = failures.filter(({ name }) => name !== '')
  const message = failures.map((failure) => (failure.name === '' ? failure.message : '')).filter(Boolean)
  if (named.length > 0 && message.length === 0) return named
  return [...named, { name: '', message: message.join('\n') || said }]
}

/** The one start of all emulators of a run. */
function readStart({ notes }: TestRun): Emulator | undefined {
  const [start, ...more] = notes.starts()
  return start === undefined || more.length > 0 ? undefined : createStart(start)
}

function createStart({ section, fixtures, triggers, chaos, acting }: NotedStart): Emulator {
  const parts = { world: section, triggers, ...(chaos !== undefined && { chaos }) }
  const scenario = { scenario: 1, name: 'start', ...parts } as never
  return createEmulator({ scenario: { scenario, fixtures: resolveFixtures([...fixtures]) }, ...acting })
}
