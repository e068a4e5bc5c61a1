import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { MET_VARIABLE } from '../../engine/coverage/meetings.ts'
import type { MetBy, RunEnd } from './schedule/try-runs.ts'
import { now } from '../engine/real-time.ts'
import { runProgram, type Spawned } from '../../scenario/run/spawned.ts'
import { makeTemporaryFolder } from '../../scenario/temporary-folder.ts'
import { readCarriedOut, readMeetings, withoutFiles, type Met } from './met.ts'
import { Stopped, SubjectFails } from '../engine/baseline.ts'
import { VARIANT_VARIABLES, variantVariables } from './variant-variables.ts'
import { findRunner } from './runners/find-runner.ts'
import type { Runner, TestFiles } from './runners/runner.ts'
import type { Environment } from '../subjects/addresses.ts'

/** Longest delay of a timer. */
const FOREVER = 2_147_483_647

/** The run without a mutant. */
export interface Baseline extends Met {
  readonly milliseconds: number
  /** Test files of vitest, Playwright and node:test; undefined for any other command. */
  readonly files: TestFiles | undefined
}

/** Default time limit of a run with a mutant, with a margin for other runs at the same time. */
export const limitFor = (milliseconds: number): number => Math.max(10_000, 5 * milliseconds)

/** A command that runs tests. */
export class Suite {
  #folder: string | undefined
  readonly #words: readonly string[]
  readonly #runner: Runner
  readonly #env: Environment
  readonly #few = new Map<string, Promise<boolean>>()
  #runs = 0
  /**
   * True if each test file, run without the others, passes and meets the same clauses; undefined if that is not known.
   */
  #areSeparate: boolean | undefined
  /** Ends running commands. */
  readonly stop: AbortSignal

  constructor(words: readonly string[], env: Environment, stop: AbortSignal) {
    this.#words = words
    this.#runner = findRunner(words)
    this.#env = env
    this.stop = stop
  }

  /** Runs the command without a mutant. Throws `SubjectFails` with its output if it fails. */
  async baseline(): Promise<Baseline> {
    const folder = (this.#folder = await makeTemporaryFolder('svc-mutate-'))
    const met = join(folder, 'met')
    await mkdir(met)
    const words = this.#runner.listing?.(this.#words, folder) ?? this.#words
    const start = now()
    // Sets the variable for mutants, without any, so that a suite that fails because of the variable itself fails here.
    const ended = await this.#run(words, { [MET_VARIABLE]: met, ...variantVariables([]) }, FOREVER)
    const milliseconds = now() - start
    if (this.stop.aborted) throw new Stopped()
    if (ended.exit !== 0)
      throw new SubjectFails(
        `the tests fail without any mutant: ${howEnded(ended)}\n${stripVTControlCharacters(`${ended.stdout}${ended.stderr}`)}`.trimEnd(),
      )
    const files = await this.#files(folder, met, ended.pid)
    const seen = await readMeetings(met)
    // The files may be programs and no test files.
    const isUnknown = files === undefined && this.#runner.runsPrograms === true
    return { ...(isUnknown ? withoutFiles(seen) : seen), milliseconds, files }
  }

  /** Deletes its temporary files. */
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
   * Runs each test file on its own, without a mutant, the last one first, so that no file finds what an earlier one
   * left on the disk. Returns the files that fail or meet other clauses. If there are any, later runs with mutants run
   * all files.
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

  /** Runs the command with mutants; for vitest, Playwright and node:test, only the files that met their clauses. */
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
    // Tests may depend on other files, and a coverage threshold on all files: then no mutant caused the failure.
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
   * Runs the command with mutants.
   *
   * @param folder for the notes of its processes and the report of its runner
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

  /** True if this many concurrent runs pass without a mutant. */
  async passesBeside(runs: number): Promise<boolean> {
    const all = Array.from({ length: runs }, async () =>
      this.#broken([], this.#words, FOREVER, await this.#runFolder()),
    )
    return (await Promise.all(all)).every(({ end }) => end === 'passed')
  }

  /** True if this command line passes without a mutant. Each command line is run once. */
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
      throw new SubjectFails((error as Error).message)
    }
  }
}

function howEnded({ exit, signal, timedOut }: Spawned): string {
  if (timedOut) return 'it did not end in time'
  return signal === null ? `exit code ${exit}` : `ended by ${signal}`
}
