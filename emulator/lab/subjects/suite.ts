import { executable } from '../../scenario/held-files.ts'
import { Stopped, SubjectFails } from '../engine/baseline.ts'
import { now } from '../engine/real-time.ts'
import type { Met } from '../engine/subject.ts'
import type { Variant } from '../engine/variant.ts'
import { findRunner } from '../runners/find-runner.ts'
import { vitestLine } from '../runners/vitest-line.ts'
import { SessionFailed } from '../runners/vitest-session.ts'
import { makeOrder } from './make-order.ts'
import { KeptVitest } from './kept-vitest.ts'
import { StartedTests } from './started-tests.ts'
import { FOREVER, type TestCommand, type TestRun, type TestRuns } from './test-runs.ts'

/** The run without a variant, which passed. */
export interface SuiteBaseline {
  readonly met: Met
  /** Sets of statements, each of one answer. */
  readonly answers: readonly (readonly string[])[]
  readonly milliseconds: number
  /** Test files; undefined where they are not known. */
  readonly files: readonly string[] | undefined
}

/** Tests with emulators of their own. */
export class Suite {
  readonly #runs: TestRuns
  readonly #stop: AbortSignal
  readonly #passing = new Map<string, Promise<boolean>>()
  readonly baseline: SuiteBaseline
  /** Test files that fail without the others, or meet something else then. Undefined where that is not known. */
  #leaning: readonly string[] | undefined

  private constructor(runs: TestRuns, stop: AbortSignal, baseline: SuiteBaseline) {
    this.#runs = runs
    this.#stop = stop
    this.baseline = baseline
  }

  /**
   * Runs the tests as they are. Rejects with `SubjectFails` and their output where they fail, and with `Stopped` where
   * they are stopped.
   */
  static async open(command: TestCommand, note: (text: string) => void): Promise<Suite> {
    return (await Suite.#openKept(command, note)) ?? Suite.#openStarted(command)
  }

  /** Undefined where vitest does not let it be kept up, or its tests fail that way. */
  static async #openKept(command: TestCommand, note: (text: string) => void): Promise<Suite | undefined> {
    // Some tests need a process of their own, as for `process.chdir`.
    for (const pool of ['threads', undefined] as const) {
      const kept = await keep(command, note, pool)
      if (kept === undefined) return undefined
      const [first, milliseconds] = await time(kept.run({}, FOREVER))
      const isInFiles = Array.from(first.notes.met().values()).every(({ files }) => files !== undefined)
      if (first.end === 'passed' && isInFiles)
        return new Suite(kept, command.stop, readBaseline(first, milliseconds, kept))
      await kept.close()
      if (first.end === 'stopped') throw new Stopped()
      if (first.end !== 'passed') continue
      // A server of a global setup outlives a run, and with it its world.
      note(startedBecause('some of its statements are met outside of test files, by a server of its setup'))
      return undefined
    }
    return undefined
  }

  static async #openStarted(command: TestCommand): Promise<Suite> {
    const runs = await StartedTests.open(command)
    try {
      const [first, milliseconds] = await time(runs.run({}, FOREVER))
      if (first.end === 'stopped') throw new Stopped()
      if (first.end !== 'passed')
        throw new SubjectFails(`the tests fail without any mutant: ${first.said}\n${first.printed}`.trimEnd())
      return new Suite(runs, command.stop, readBaseline(first, milliseconds, runs, command.program))
    } catch (error) {
      await runs.close()
      throw error
    }
  }

  /** Runs the tests with variants in force; of a runner that can, only the files that met them. */
  async tried(variants: readonly Variant[], files: readonly string[] | undefined, timeMs: number): Promise<TestRun> {
    const all = this.baseline.files
    const isWhole = (this.#leaning?.length ?? 0) > 0 || files === undefined || files.length === all?.length
    const few = isWhole ? undefined : files
    const run = await this.#runs.run(makeOrder(variants), timeMs, few)
    if (run.end !== 'failed' || few === undefined || (run.failedFiles?.length ?? 0) > 0) return run
    // Tests may depend on other files, and a coverage threshold on all files: then no variant caused the failure.
    return (await this.#passes(few)) ? run : this.#runs.run(makeOrder(variants), timeMs)
  }

  /** True if these files pass without a variant. */
  #passes(files: readonly string[]): Promise<boolean> {
    const key = files.join('\0')
    const known = this.#passing.get(key) ?? this.#runs.run({}, FOREVER, files).then(({ end }) => end === 'passed')
    this.#passing.set(key, known)
    return known
  }

  /** True if this many concurrent runs pass without a variant. */
  async passesBeside(runs: number): Promise<boolean> {
    const all = Array.from({ length: runs }, () => this.#runs.run({}, FOREVER))
    return (await Promise.all(all)).every(({ end }) => end === 'passed')
  }

  /**
   * Runs each test file on its own, the last one first, so that no file finds what an earlier one left on the disk.
   * Returns those that fail, or meet something else. If there are any, later runs run all files.
   */
  async findLeaning(jobs: number): Promise<readonly string[]> {
    const waiting = [...(this.baseline.files ?? [])].toReversed()
    const leaning: string[] = []
    const work = async (): Promise<void> => {
      for (let file = waiting.shift(); file !== undefined && !this.#stop.aborted; file = waiting.shift())
        if (!(await this.#standsAlone(file))) leaning.push(file)
    }
    await Promise.all(Array.from({ length: jobs }, work))
    this.#leaning = leaning
    return leaning
  }

  async #standsAlone(file: string): Promise<boolean> {
    const { end, notes } = await this.#runs.run({}, FOREVER, [file])
    const found = notes.met()
    const before = [...this.baseline.met].flatMap(([id, who]) => (who.files?.includes(file) === true ? [id] : []))
    const isSame = before.length === found.size && before.every((id) => found.has(id))
    return end === 'passed' && isSame && [...found.values()].every((who) => who.files?.join() === file)
  }

  close(): Promise<void> {
    return this.#runs.close()
  }
}

async function time<Result>(work: Promise<Result>): Promise<[Result, number]> {
  const began = now()
  return [await work, now() - began]
}

function readBaseline(
  { notes }: TestRun,
  milliseconds: number,
  { files }: TestRuns,
  program: readonly string[] = [],
): SuiteBaseline {
  const met = notes.met()
  // The files may be programs and no test files.
  const isUnknown = files === undefined && findRunner(program).runsPrograms === true
  const unknown = new Map(Array.from(met.keys(), (id) => [id, { names: [], files: undefined }]))
  return { met: isUnknown ? unknown : met, answers: notes.answers(), milliseconds, files }
}

const startedBecause = (why: string): string => `svc-emulator: vitest is started for each run: ${why}`

/** Runs of a command: vitest is kept up where its command line allows that, any other command is started. */
export async function openTestRuns(command: TestCommand, note: (text: string) => void): Promise<TestRuns> {
  return (await keep(command, note)) ?? (await StartedTests.open(command))
}

/** Keeps vitest up; undefined, and said in a line, where the command does not let it be kept. */
async function keep(
  command: TestCommand,
  note: (text: string) => void,
  pool?: 'threads',
): Promise<KeptVitest | undefined> {
  const line = vitestLine(command.program, process.cwd())
  if (line === undefined) return undefined
  if ('why' in line || executable !== undefined) {
    note(startedBecause('why' in line ? line.why : 'the single executable cannot keep it running'))
    return undefined
  }
  try {
    return await KeptVitest.open({ ...line, pool }, command)
  } catch (error) {
    if (!(error instanceof SessionFailed)) throw error
    if (command.stop.aborted) throw new Stopped()
    note(startedBecause(`it could not be kept running: ${error.message.split('\n', 1)[0]}`))
    return undefined
  }
}
