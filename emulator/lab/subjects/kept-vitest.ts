import { join, relative, resolve } from 'node:path'
import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import type { LabOrder } from '../../engine/world/lab-order.ts'
import { makeTemporaryFolder } from '../../scenario/temporary-folder.ts'
import { VitestSession, type SessionRun } from '../runners/vitest-session.ts'
import type { TestFailure } from '../engine/subject.ts'
import { LabFolder, type Notes } from '../runners/lab-folder.ts'
import { hanging, type TestCommand, type TestRun, type TestRuns } from './test-runs.ts'

interface SessionLine {
  /** Words behind `vitest`. */
  readonly words: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Pool of vitest; undefined: the project's own. */
  readonly pool?: 'threads' | undefined
}

interface KeptSession {
  readonly session: VitestSession
  readonly lab: LabFolder
}

/** Keeps vitest up between runs, once for each run at a time. Runs whole files. */
export class KeptVitest implements TestRuns {
  readonly files: readonly string[]
  readonly #line: SessionLine
  readonly #command: TestCommand
  readonly #folder: string
  readonly #all: KeptSession[] = []
  readonly #free: KeptSession[] = []
  readonly #end = (): void => {
    for (const { session } of this.#all) session.close()
  }

  private constructor(
    line: SessionLine,
    command: TestCommand,
    folder: string,
    first: KeptSession,
    files: readonly string[],
  ) {
    this.#line = line
    this.#command = command
    this.#folder = folder
    this.#all.push(first)
    this.#free.push(first)
    this.files = files.map((file) => relative('.', file))
    command.stop.addEventListener('abort', this.#end)
  }

  /** Rejects with `SessionFailed` where vitest cannot be kept up, and with `EmulatorError` where it finds no test file. */
  static async open(line: SessionLine, command: TestCommand): Promise<KeptVitest> {
    const folder = await makeTemporaryFolder('svc-tests-')
    const first = keep(line, command, folder, 0)
    try {
      await first.lab.give({})
      const files = await first.session.open()
      if (files.length === 0) throw new EmulatorError(`'${command.program.join(' ')}' finds no test file`)
      return new KeptVitest(line, command, folder, first, files)
    } catch (error) {
      first.session.close()
      await new LabFolder(folder).remove()
      throw error
    }
  }

  async run(order: LabOrder, timeMs: number, files: readonly string[] = this.files): Promise<TestRun> {
    const kept = this.#free.pop() ?? this.#more()
    await kept.lab.give(order)
    const ran = await kept.session.run(
      files.map((file) => resolve(file)),
      timeMs,
    )
    const notes = await kept.lab.read()
    this.#free.push(kept)
    return this.#command.stop.aborted ? { ...describe(ran, notes), end: 'stopped' } : describe(ran, notes)
  }

  /** From the vitest that ran all files. Call it before any other run. */
  async findModules(): Promise<ReadonlyMap<string, readonly string[]> | undefined> {
    const modules = await this.#all[0]!.session.findModules()
    const inFolder = (path: string): string => relative('.', path)
    return modules && new Map(Object.entries(modules).map(([file, all]) => [inFolder(file), all.map(inFolder)]))
  }

  #more(): KeptSession {
    const kept = keep(this.#line, this.#command, this.#folder, this.#all.length)
    this.#all.push(kept)
    return kept
  }

  async close(): Promise<void> {
    this.#command.stop.removeEventListener('abort', this.#end)
    this.#end()
    await new LabFolder(this.#folder).remove()
  }
}

function keep({ words, env, pool }: SessionLine, command: TestCommand, folder: string, number: number): KeptSession {
  const lab = new LabFolder(join(folder, `session-${number}`))
  // Each run of a file loads the same modules again. Node before 22.1 does not know the variable.
  const compiled = { NODE_COMPILE_CACHE: join(folder, 'compiled') }
  return {
    lab,
    session: new VitestSession({ words, pool, env: { ...compiled, ...command.env, ...env, ...lab.variables } }),
  }
}

function describe(ran: SessionRun, notes: Notes): TestRun {
  const rest = { printed: '', notes, failedFiles: undefined }
  if (ran.kind === 'hung') return { ...rest, end: 'timeout', said: 'it did not end in time', failures: [hanging] }
  if (ran.kind === 'lost') return { ...rest, end: 'failed', said: ran.why, failures: [outside(ran.why)] }
  const failures = [
    ...ran.files.flatMap(({ path, failures: failed }) =>
      failed.map(({ test, message }) => ({
        name: [relative('.', path), ...(test === undefined ? [] : [test])].join(' > '),
        message,
      })),
    ),
    ...ran.unhandled.map(outside),
  ]
  const failed = ran.files.filter(({ isPassed }) => !isPassed)
  if (failed.length === 0 && ran.unhandled.length === 0)
    return { ...rest, end: 'passed', said: '', failures: [], failedFiles: [] }
  return {
    ...rest,
    end: 'failed',
    said: failures[0]?.message ?? '',
    failures,
    failedFiles: ran.unhandled.length > 0 ? undefined : failed.map(({ path }) => relative('.', path)),
  }
}

const outside = (message: string): TestFailure => ({ name: '', message })
