import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { MET_VARIABLE } from '../../engine/coverage/meetings.ts'
import type { MetBy, RunEnd } from './schedule/try-runs.ts'
import { now } from '../explore/real-time.ts'
import { runProgram, type Spawned } from '../../scenario/run/spawned.ts'
import { makeTemporaryFolder } from '../../scenario/temporary-folder.ts'
import { readCarriedOut, readMeetings, withoutFiles, type Met } from './met.ts'
import { CommandFails, Stopped } from './ended.ts'
import { VARIANT_VARIABLES, variantVariables } from './variant-variables.ts'
import { findRunner } from './runners/find-runner.ts'
import type { Runner, TestFiles } from './runners/runner.ts'
import type { Environment } from './trial.ts'

/** Longest time that a timer can wait for. */
const FOREVER = 2_147_483_647

/** The run without a mutant. */
export interface Baseline extends Met {
  readonly milliseconds: number
  /** Test files of vitest, Playwright and node:test; undefined for any other command. */
  readonly files: TestFiles | undefined
}

/** Time limit of a run with a mutant, where none is given: it has to bear runs beside it. */
export const limitFor = (milliseconds: number): number => Math.max(10_000, 5 * milliseconds)

/** A command that runs tests. */
export class Suite {
  #folder: string | undefined
  readonly #words: readonly string[]
  readonly #runner: Runner
  readonly #env: Environment
  readonly #few = new Map<string, Promise<boolean>>()
  #runs = 0
  /** Each test file passes without the others, and meets the same; undefined where that was not found out. */
  #areSeparate: boolean | undefined
  /** Ends what runs. */
  readonly stop: AbortSignal

  constructor(words: readonly string[], env: Environment, stop: AbortSignal) {
    this.#words = words
    this.#runner = findRunner(words)
    this.#env = env
    this.stop = stop
  }

  /** Runs it as it is. Throws a usage error, with what it printed, when it fails by itself. */
  async baseline(): Promise<Baseline> {
    const folder = (this.#folder = await makeTemporaryFolder('svc-mutate-'))
    const met = join(folder, 'met')
    await mkdir(met)
    const words = this.#runner.listing?.(this.#words, folder) ?? this.#words
    const start = now()
    // Told to break nothing, as a run with a mutant is told to break something: failing for that alone notices nothing.
    const ended = await this.#run(words, { [MET_VARIABLE]: met, ...variantVariables([]) }, FOREVER)
    const milliseconds = now() - start
    if (this.stop.aborted) throw new Stopped()
    if (ended.exit !== 0)
      throw new CommandFails(
        `the tests fail without any mutant: ${howEnded(ended)}\n${stripVTControlCharacters(`${ended.stdout}${ended.stderr}`)}`.trimEnd(),
      )
    const files = await this.#files(folder, met, ended.pid)
    const seen = await readMeetings(met)
    // Programs that are no test files are not named as such.
    const isUnknown = files === undefined && this.#runner.runsPrograms === true
    return { ...(isUnknown ? withoutFiles(seen) : seen), milliseconds, files }
  }

  /** Leaves nothing behind. */
  async close(): Promise<void> {
    if (this.#folder !== undefined) await rm(this.#folder, { recursive: true, force: true })
  }

  async #files(folder: string, met: string, pid: number | undefined): Promise<TestFiles | undefined> {
    const ask = async (words: readonly string[]): Promise<string | undefined> => {
      const { exit, stdout } = await this.#run(words, {}, FOREVER)
      return exit === 0 ? stdout : undefined
    }
    return this.#runner.list?.({ words: this.#words, folder, met, pid, ask })
  }

  /**
   * Runs each test file without the others and with nothing broken, the last one first: what an earlier one leaves on
   * the disk is not there then. Gives those that fail so, or meet something else; from then on all files run for each
   * mutant.
   */
  async findLeaning({ files, met }: Baseline, jobs: number): Promise<string[]> {
    const waiting = [...(files?.all ?? [])].toReversed()
    const leaning: string[] = []
    const work = async (): Promise<void> => {
      for (let file = waiting.shift(); file !== undefined && !this.stop.aborted; file = waiting.shift())
        if (!(await this.#isSeparate(file, files!, met))) leaning.push(file)
    }
    await Promise.all(Array.from({ length: jobs }, work))
    this.#areSeparate = leaning.length === 0
    return leaning
  }

  async #isSeparate(file: string, files: TestFiles, met: Baseline['met']): Promise<boolean> {
    const folder = await this.#runFolder()
    const { end } = await this.#broken([], files.only([file]), FOREVER, folder)
    const found = await readMeetings(folder)
    await rm(folder, { recursive: true, force: true })
    const before = [...met].flatMap(([clause, who]) => (who.files?.includes(file) === true ? [clause] : []))
    const isSame = before.length === found.met.size && before.every((clause) => found.met.has(clause))
    return end === 'passed' && isSame && [...found.met.values()].every((who) => who.files?.join() === file)
  }

  /** Runs it with sentences broken; of vitest, Playwright and node:test the files that met them. */
  async mutated(
    ids: readonly string[],
    files: MetBy['files'],
    all: Baseline['files'],
    timeLimitMs: number,
  ): Promise<RunEnd> {
    const few =
      this.#areSeparate === false || files === undefined || all === undefined || files.length === all.all.length
        ? this.#words
        : all.only(files)
    const ended = await this.#mutatedFiles(ids, few, files, all, timeLimitMs)
    if (ended.end !== 'failed' || few === this.#words || (ended.failedFiles?.length ?? 0) > 0) return ended
    // Tests may lean on those of other files, and a threshold of coverage on all: then it was no mutant that failed.
    return (await this.#passes(few)) ? ended : this.#mutatedFiles(ids, this.#words, all?.all, all, timeLimitMs)
  }

  async #mutatedFiles(
    ids: readonly string[],
    words: readonly string[],
    files: MetBy['files'],
    all: Baseline['files'],
    timeLimitMs: number,
  ): Promise<RunEnd> {
    const folder = await this.#runFolder()
    const { end, said } = await this.#broken(ids, words, timeLimitMs, folder)
    const failed = end === 'failed' ? await all?.failures?.(folder, files ?? []) : undefined
    const noticedBy = end !== 'failed' ? [] : (failed?.tests ?? (await this.#runner.readFailed?.(folder)) ?? [])
    const carriedOut = await readCarriedOut(folder)
    await rm(folder, { recursive: true, force: true })
    return { end, said, carriedOut, noticedBy, failedFiles: this.#areSeparate === true ? failed?.files : undefined }
  }

  async #runFolder(): Promise<string> {
    const folder = join(this.#folder!, `run-${++this.#runs}`)
    await mkdir(folder)
    return folder
  }

  /**
   * Runs the command with sentences broken.
   *
   * @param folder where its processes note what they met, and its runner reports
   */
  async #broken(
    ids: readonly string[],
    words: readonly string[],
    timeLimitMs: number,
    folder: string,
  ): Promise<Pick<RunEnd, 'end' | 'said'>> {
    const command = this.#runner.reporting?.(words, folder) ?? { words }
    const env = { ...variantVariables(ids), [MET_VARIABLE]: folder, ...command.env }
    const ended = await this.#run(command.words, env, timeLimitMs)
    const end = this.stop.aborted ? 'stopped' : ended.timedOut ? 'timeout' : ended.exit === 0 ? 'passed' : 'failed'
    return { end, said: howEnded(ended) }
  }

  /** Tells if as many runs as that pass at the same time with nothing broken. */
  async passesBeside(runs: number): Promise<boolean> {
    const all = Array.from({ length: runs }, async () =>
      this.#broken([], this.#words, FOREVER, await this.#runFolder()),
    )
    return (await Promise.all(all)).every(({ end }) => end === 'passed')
  }

  /** True when these files pass without a mutant. Asked once for each list of files. */
  #passes(words: readonly string[]): Promise<boolean> {
    const key = words.join('\0')
    const known = this.#few.get(key) ?? this.#run(words, variantVariables([]), FOREVER).then(({ exit }) => exit === 0)
    this.#few.set(key, known)
    return known
  }

  async #run(words: readonly string[], more: Readonly<Record<string, string>>, timeout: number): Promise<Spawned> {
    if (this.stop.aborted)
      return { pid: undefined, exit: null, signal: 'SIGKILL', stdout: '', stderr: '', timedOut: false }
    const { [VARIANT_VARIABLES.broken]: _, [VARIANT_VARIABLES.otherwise]: __, ...own } = this.#env
    try {
      return await runProgram({
        words,
        env: { ...own, ...this.#runner.env, ...more },
        cwd: process.cwd(),
        stdin: '',
        timeout,
        terminal: undefined,
        killAfter: undefined,
        signal: this.stop,
      })
    } catch (error) {
      throw new CommandFails((error as Error).message)
    }
  }
}

function howEnded({ exit, signal, timedOut }: Spawned): string {
  if (timedOut) return 'it did not end in time'
  return signal === null ? `exit code ${exit}` : `ended by ${signal}`
}
