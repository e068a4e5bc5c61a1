import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { NamedMutant } from '../../../emulator/contract/mutants.ts'
import { NOTHING_BROKEN } from '../../../emulator/contract/mutation.ts'
import { MET_VARIABLE } from '../../../emulator/engine/coverage/meetings.ts'
import type { MetBy, RunEnd } from '../../../emulator/lab/mutation/mutate-runs.ts'
import { now } from '../../../emulator/lab/explore/real-time.ts'
import { runProgram, type Spawned } from '../../../emulator/scenario/run/spawned.ts'
import { quoted } from '../../../emulator/scenario/run/words.ts'
import { Interrupted, usageError } from '../../shared/client-error.ts'
import type { Io } from '../../shared/io.ts'
import { readMeetings } from './met.ts'
import { isPlaywright, playwrightFiles } from './playwright-files.ts'
import type { TestFiles } from './test-files.ts'
import { isVitest, listingFiles, vitestFailures, vitestFiles } from './vitest-files.ts'

/** The variable that breaks every emulator of a process. */
const BROKEN_VARIABLE = 'SVC_EMULATOR_BROKEN'

/** Longest time that a timer can wait for. */
const FOREVER = 2_147_483_647

/** The run without a mutant. */
export interface Baseline {
  readonly met: ReadonlyMap<string, MetBy>
  readonly milliseconds: number
  /** Test files of vitest and Playwright; undefined for any other command. */
  readonly files: TestFiles | undefined
}

/** Real milliseconds for a run with a mutant, where none are given. */
export const limitFor = ({ milliseconds }: Baseline): number => Math.max(10_000, 5 * milliseconds)

/** A command that runs tests. */
export class Suite {
  #folder: string | undefined
  readonly #words: readonly string[]
  readonly #env: Io['env']
  readonly #few = new Map<string, Promise<boolean>>()
  /** Ends what runs. */
  readonly stop: AbortSignal

  constructor(words: readonly string[], env: Io['env'], stop: AbortSignal) {
    this.#words = words
    this.#env = env
    this.stop = stop
  }

  /** Runs it as it is. Throws a usage error, with what it printed, when it fails by itself. */
  async baseline(): Promise<Baseline> {
    const folder = (this.#folder = await mkdtemp(join(tmpdir(), 'svc-mutate-')))
    const met = join(folder, 'met')
    await mkdir(met)
    const words = isVitest(this.#words) ? listingFiles(this.#words, folder) : this.#words
    const start = now()
    // Told to break nothing, as a run with a mutant is told to break something: failing for that alone notices nothing.
    const ended = await this.#run(words, { [MET_VARIABLE]: met, [BROKEN_VARIABLE]: NOTHING_BROKEN }, FOREVER)
    const milliseconds = now() - start
    if (this.stop.aborted) throw new Interrupted('stopped')
    if (ended.exit !== 0)
      throw usageError(
        `the tests fail without any mutant: ${howEnded(ended)}\n${stripVTControlCharacters(`${ended.stdout}${ended.stderr}`)}`.trimEnd(),
      )
    return { met: await readMeetings(met), milliseconds, files: await this.#files(folder) }
  }

  /** Leaves nothing behind. */
  async close(): Promise<void> {
    if (this.#folder !== undefined) await rm(this.#folder, { recursive: true, force: true })
  }

  async #files(folder: string): Promise<TestFiles | undefined> {
    if (isVitest(this.#words)) return vitestFiles(this.#words, folder)
    if (!isPlaywright(this.#words)) return undefined
    return playwrightFiles(this.#words, folder, async (words) => {
      const { exit, stdout } = await this.#run(words, {}, FOREVER)
      return exit === 0 ? stdout : undefined
    })
  }

  /** Runs it with one sentence broken; of vitest and Playwright the files that met it. */
  async mutated({ id }: NamedMutant, { files }: MetBy, all: Baseline['files'], timeLimitMs: number): Promise<RunEnd> {
    const few =
      files === undefined || all === undefined || files.length === all.all.length ? this.#words : all.only(files)
    const ended = await this.#broken(id, few, timeLimitMs)
    // Tests may lean on those of other files, and a threshold of coverage on all: then it was no mutant that failed.
    if (ended.end !== 'failed' || few === this.#words || (await this.#passes(few))) return ended
    return this.#broken(id, this.#words, timeLimitMs)
  }

  async #broken(id: string, words: readonly string[], timeLimitMs: number): Promise<RunEnd> {
    const folder = await mkdtemp(join(this.#folder!, 'run-'))
    const listed = isVitest(this.#words) ? listingFiles(words, folder) : words
    const ended = await this.#run(listed, { [BROKEN_VARIABLE]: id }, timeLimitMs)
    const end = this.stop.aborted ? 'stopped' : ended.timedOut ? 'timeout' : ended.exit === 0 ? 'passed' : 'failed'
    return { end, said: howEnded(ended), noticedBy: end === 'failed' ? await vitestFailures(folder) : [] }
  }

  /** True when these files pass without a mutant. Asked once for each list of files. */
  #passes(words: readonly string[]): Promise<boolean> {
    const key = words.join('\0')
    const known =
      this.#few.get(key) ??
      this.#run(words, { [BROKEN_VARIABLE]: NOTHING_BROKEN }, FOREVER).then(({ exit }) => exit === 0)
    this.#few.set(key, known)
    return known
  }

  /** The line that runs a mutant again. */
  formatRerun(
    all: Baseline['files'],
  ): (outcome: { readonly id: string; readonly files?: readonly string[] }) => string {
    return ({ id, files }) => {
      // Names after `run` choose files; elsewhere they may be the values of flags.
      const few =
        files !== undefined &&
        files.length <= 3 &&
        files.length < (all?.all ?? []).length &&
        this.#words.at(-1) === 'run'
      return `${BROKEN_VARIABLE}=${id} ${[...this.#words, ...(few ? files : [])].map(quoted).join(' ')}`
    }
  }

  async #run(words: readonly string[], more: Readonly<Record<string, string>>, timeout: number): Promise<Spawned> {
    if (this.stop.aborted) return { exit: null, signal: 'SIGKILL', stdout: '', stderr: '', timedOut: false }
    const { [BROKEN_VARIABLE]: _, ...own } = Object.fromEntries(
      Object.entries(this.#env).filter((entry): entry is [string, string] => entry[1] !== undefined),
    )
    try {
      return await runProgram({
        words,
        env: { ...own, ...more },
        cwd: process.cwd(),
        stdin: '',
        timeout,
        terminal: undefined,
        killAfter: undefined,
        signal: this.stop,
      })
    } catch (error) {
      throw usageError((error as Error).message)
    }
  }
}

function howEnded({ exit, signal, timedOut }: Spawned): string {
  if (timedOut) return 'it did not end in time'
  return signal === null ? `exit code ${exit}` : `ended by ${signal}`
}
