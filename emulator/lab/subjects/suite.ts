import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { ownCommand } from '../../engine/checking/own-command.ts'
import { quoted } from '../../scenario/run/words.ts'
import { Stopped, SubjectFails } from '../engine/baseline.ts'
import type { Limits } from '../engine/client.ts'
import type { Overlay } from '../engine/overlay.ts'
import type { Plan } from '../engine/question.ts'
import { now } from '../engine/real-time.ts'
import type { Seen, Subject } from '../engine/subject.ts'
import type { Variant } from '../engine/variant.ts'
import { findRunner } from '../runners/find-runner.ts'
import { countCores } from './cores.ts'
import { keepTests, startedBecause } from './open-test-runs.ts'
import { StartedTests } from './started-tests.ts'
import { isDoubtful, SuiteGroups, type SuiteBaseline } from './suite-groups.ts'
import { FOREVER, readSeen, type TestCommand, type TestRun, type TestRuns } from './test-runs.ts'

/** Least number of variants per test file that makes a separate run of each test file worthwhile. */
const VARIANTS_FOR_A_FILE = 2

/** Tests with emulators of their own. */
export class Suite implements Subject {
  readonly name: string
  readonly #runs: TestRuns
  readonly #stop: AbortSignal
  readonly #note: (text: string) => void
  readonly #passing = new Map<string, Promise<boolean>>()
  readonly baseline: SuiteBaseline
  /** Test files that fail without the others, or meet something else then. Undefined where that is not known. */
  #leaning: readonly string[] | undefined
  #jobs: number | undefined

  private constructor(runs: TestRuns, command: TestCommand, baseline: SuiteBaseline, note: (text: string) => void) {
    this.name = command.program.join(' ')
    this.#runs = runs
    this.#stop = command.stop
    this.#note = note
    this.baseline = baseline
  }

  /**
   * Runs the tests as they are. Rejects with `SubjectFails` and their output where they fail, and with `Stopped` where
   * they are stopped.
   */
  static async open(command: TestCommand, note: (text: string) => void): Promise<Suite> {
    return (await Suite.#openKept(command, note)) ?? Suite.#openStarted(command, note)
  }

  /** Undefined where vitest does not let it be kept up, or its tests fail that way. */
  static async #openKept(command: TestCommand, note: (text: string) => void): Promise<Suite | undefined> {
    // Some tests need a process of their own, as for `process.chdir`.
    for (const pool of ['threads', undefined] as const) {
      const kept = await keepTests(command, note, pool)
      if (kept === undefined) return undefined
      const [first, milliseconds] = await time(kept.run({}, FOREVER))
      const isInFiles = Array.from(first.notes.met().values()).every(({ files }) => files !== undefined)
      if (first.end === 'passed' && isInFiles)
        return new Suite(kept, command, readBaseline(first, milliseconds, kept), note)
      await kept.close()
      if (first.end === 'stopped') throw new Stopped()
      if (first.end !== 'passed') continue
      // A server of a global setup outlives a run, and with it its world.
      note(startedBecause('some of its statements are met outside of test files, by a server of its setup'))
      return undefined
    }
    return undefined
  }

  static async #openStarted(command: TestCommand, note: (text: string) => void): Promise<Suite> {
    const runs = await StartedTests.open(command)
    try {
      const [first, milliseconds] = await time(runs.run({}, FOREVER))
      if (first.end === 'stopped') throw new Stopped()
      if (first.end !== 'passed')
        throw new SubjectFails(`${sayFails(first.said, command.program)}\n${first.printed}`.trimEnd())
      return new Suite(runs, command, readBaseline(first, milliseconds, runs, command.program), note)
    } catch (error) {
      await runs.close()
      throw error
    }
  }

  /** Runs the tests in worlds with an overlay; of a runner that can, only the files that met what it changes. */
  async run(overlay: Overlay, { timeMs }: Limits): Promise<Seen> {
    const { settings = {} } = overlay
    const files = this.#findFiles([...(settings.broken ?? []), ...(settings.otherwise ?? [])])
    const all = this.baseline.files
    const isWhole = (this.#leaning?.length ?? 0) > 0 || files === undefined || files.length === all?.length
    const few = isWhole ? undefined : files
    const ran = this.#leaning?.length === 0 ? files : few
    const run = await this.#runs.run({ settings }, timeMs, few)
    if (run.end !== 'failed' || few === undefined || (run.failedFiles?.length ?? 0) > 0) return readSeen(run, ran)
    // Tests may depend on other files, and a coverage threshold on all files: then no variant caused the failure.
    return (await this.#passes(few)) ? readSeen(run, ran) : readSeen(await this.#runs.run({ settings }, timeMs))
  }

  async findModules(): Promise<ReadonlyMap<string, readonly string[]> | undefined> {
    return this.#runs.findModules?.()
  }

  /** Test files that met the statements of mutants and alternatives; undefined for all of them. */
  #findFiles(ids: readonly string[]): readonly string[] | undefined {
    if (ids.length === 0) return undefined
    const met = this.baseline.first.met()
    // `<statement>`, or `<statement>/2`
    const all = ids.map((id) => met.get(id.replace(/\/\d+$/, ''))?.files)
    return all.includes(undefined) ? undefined : [...new Set(all.flatMap((files) => files!))]
  }

  /**
   * Decides how variants are tried: several at a time, and in one run, if the tests bear that.
   *
   * @param given jobs that were asked for
   */
  async plan(variants: readonly Variant[], given: number | undefined): Promise<Plan> {
    for (const { id, overlay } of variants)
      if (Object.keys(overlay).some((part) => part !== 'settings'))
        throw new EmulatorError(`${id}: emulators of tests take settings alone: ask the client, or tests of a server`)
    const jobs = given ?? (this.#jobs ??= await this.#findJobs())
    const grouping = new SuiteGroups(this.baseline, await this.#tellFiles(variants, jobs))
    return { jobs, grouping, isDoubtful }
  }

  /** True if failed test files show which variant was noticed: they do not depend on each other. */
  async #tellFiles(variants: readonly Variant[], jobs: number): Promise<boolean> {
    const { files, first } = this.baseline
    if (files === undefined || files.length < 2 || variants.length < VARIANTS_FOR_A_FILE * files.length) return false
    // A server of a global setup is met outside of all test files.
    if ([...first.met().values()].some((who) => who.files === undefined)) return false
    const leaning = await this.#findLeaning(jobs)
    if (leaning.length > 0)
      this.#note(
        `svc-emulator: ${leaning.slice(0, 3).join(', ')}${leaning.length > 3 ? ` and ${leaning.length - 3} more` : ''}: tests depend on those of other files (alone one fails, or meets something else), so each mutant runs all files`,
      )
    return leaning.length === 0
  }

  /** Number of concurrent runs: as many as cores if the tests pass beside each other, else one. */
  async #findJobs(): Promise<number> {
    const jobs = countCores()
    if (jobs === 1 || (await this.#passesBeside(jobs)) || this.#stop.aborted) return jobs
    this.#note('svc-emulator: the tests fail beside a second run of themselves, so they run one at a time')
    return 1
  }

  /** True if these files pass without a variant. */
  #passes(files: readonly string[]): Promise<boolean> {
    const key = files.join('\0')
    const known = this.#passing.get(key) ?? this.#runs.run({}, FOREVER, files).then(({ end }) => end === 'passed')
    this.#passing.set(key, known)
    return known
  }

  /** True if this many concurrent runs pass without a variant. */
  async #passesBeside(runs: number): Promise<boolean> {
    const all = Array.from({ length: runs }, () => this.#runs.run({}, FOREVER))
    return (await Promise.all(all)).every(({ end }) => end === 'passed')
  }

  /**
   * Runs each test file on its own, the last one first, so that no file finds what an earlier one left on the disk.
   * Returns those that fail, or meet something else. If there are any, later runs run all files.
   */
  async #findLeaning(jobs: number): Promise<readonly string[]> {
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
    const before = [...this.baseline.first.met()].flatMap(([id, who]) =>
      who.files?.includes(file) === true ? [id] : [],
    )
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
  run: TestRun,
  tookMs: number,
  { files }: TestRuns,
  program: readonly string[] = [],
): SuiteBaseline {
  const found = run.notes.met()
  // The files may be programs and no test files.
  const isUnknown = files === undefined && findRunner(program).runsPrograms === true
  const unknown = new Map(Array.from(found.keys(), (id) => [id, { names: [], files: undefined }]))
  const met = isUnknown ? unknown : found
  const first = { ...readSeen(run), met: () => met }
  return { first, masks: new Set(), tookMs, answers: run.notes.answers(), files }
}

function sayFails(said: string, program: readonly string[]): string {
  return `the tests fail as they are: ${said}; ask for a reason with: ${ownCommand} why -- ${program.map(quoted).join(' ')}`
}
