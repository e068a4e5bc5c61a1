import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { LabOrder } from '../../engine/world/lab-order.ts'
import { programEnvironment } from '../../scenario/run/program-environment.ts'
import { runProgram, type Spawned } from '../../scenario/run/spawned.ts'
import { makeTemporaryFolder } from '../../scenario/temporary-folder.ts'
import { SubjectFails } from '../engine/baseline.ts'
import type { TestFailure } from '../engine/subject.ts'
import { findRunner } from '../runners/find-runner.ts'
import type { Runner, TestFiles } from '../runners/runner.ts'
import { LabFolder, type Notes } from '../runners/lab-folder.ts'
import { lastLine } from './last-line.ts'
import { readTapFailures } from './tap-failures.ts'
import { FOREVER, hanging, type TestCommand, type TestRun, type TestRuns } from './test-runs.ts'

/** Starts a command of tests for each run. */
export class StartedTests implements TestRuns {
  readonly #command: TestCommand
  readonly #runner: Runner
  readonly #folder: string
  #files: TestFiles | undefined
  #runs = 0

  private constructor(command: TestCommand, folder: string) {
    this.#command = command
    this.#runner = findRunner(command.program)
    this.#folder = folder
  }

  static async open(command: TestCommand): Promise<StartedTests> {
    return new StartedTests(command, await makeTemporaryFolder('svc-tests-'))
  }

  get files(): readonly string[] | undefined {
    return this.#files?.all
  }

  async run(order: LabOrder, timeMs: number, files?: readonly string[]): Promise<TestRun> {
    const isFirst = this.#runs === 0
    const lab = new LabFolder(join(this.#folder, `run-${++this.#runs}`))
    await lab.give({ ...order, ...(this.#runner.runsPrograms === true && { programs: true }) })
    const words = files === undefined || this.#files === undefined ? this.#command.program : this.#files.only(files)
    const { words: all, env } = withReport(this.#runner, words, lab.path)
    const ended = await this.#start(all, { ...env, ...lab.variables }, timeMs)
    const notes = await lab.read()
    if (isFirst) this.#files = await this.#list(lab.path, notes, ended.pid)
    const run = await this.#describe(ended, lab.path, notes, files ?? this.files ?? [])
    await lab.remove()
    return run
  }

  #list(folder: string, notes: Notes, pid: number | undefined): Promise<TestFiles | undefined> | undefined {
    const ask = async (words: readonly string[]): Promise<string | undefined> => {
      const { exit, stdout } = await this.#start(words, {}, FOREVER)
      return exit === 0 ? stdout : undefined
    }
    return this.#runner.list?.({ words: this.#command.program, folder, root: this.#folder, notes, pid, ask })
  }

  async #describe(ended: Spawned, folder: string, notes: Notes, files: readonly string[]): Promise<TestRun> {
    const { exit, timedOut, stdout, stderr } = ended
    const end = this.#command.stop.aborted ? 'stopped' : timedOut ? 'timeout' : exit === 0 ? 'passed' : 'failed'
    const read = end === 'failed' ? ((await this.#runner.readFailures?.(folder)) ?? []) : []
    return {
      end,
      said: howEnded(ended),
      failures: end === 'timeout' ? [hanging] : end === 'failed' ? describeFailures(ended, read) : [],
      failedFiles: end === 'failed' ? await this.#files?.failedFiles?.(folder, files, notes) : undefined,
      printed: stripVTControlCharacters(`${stdout}${stderr}`),
      notes,
    }
  }

  async #start(words: readonly string[], more: Readonly<Record<string, string>>, timeout: number): Promise<Spawned> {
    if (this.#command.stop.aborted)
      return { pid: undefined, exit: null, signal: 'SIGKILL', stdout: '', stderr: '', timedOut: false }
    try {
      return await runProgram({
        words,
        env: programEnvironment(this.#command.env, more),
        timeout,
        signal: this.#command.stop,
      })
    } catch (error) {
      throw new SubjectFails((error as Error).message)
    }
  }

  async close(): Promise<void> {
    await new LabFolder(this.#folder).remove()
  }
}

/** The command with a report that its failures can be read from. */
function withReport(runner: Runner, words: readonly string[], folder: string) {
  const isTap = runner.name === 'node:test' && !words.some((word) => word.startsWith('--test-reporter'))
  if (!isTap) return { env: {}, ...(runner.reporting?.(words, folder) ?? { words }) }
  const [node = '', ...rest] = words
  return { words: [node, '--test-reporter=tap', ...rest], env: {} }
}

function describeFailures({ exit, stdout, stderr }: Spawned, read: readonly TestFailure[]): readonly TestFailure[] {
  const outside = (message: string): TestFailure => ({ name: '', message })
  const failed = read.length > 0 ? read : readTapFailures(stdout).map(outside)
  return failed.length > 0 ? failed : [outside(`exit code ${exit}`), outside(lastLine(stderr) || lastLine(stdout))]
}

function howEnded({ exit, signal, timedOut }: Spawned): string {
  if (timedOut) return 'it did not end in time'
  return signal === null ? `exit code ${exit}` : `ended by ${signal}`
}
