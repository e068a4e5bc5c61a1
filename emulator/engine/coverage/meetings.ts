import { statementIds } from './statements.ts'
import { runningTest, type RunningTest } from '../world/running-test.ts'

/**
 * The variable that names a folder where each process notes the statements that its emulators met, one JSON line each.
 */
export const MET_VARIABLE = 'SVC_EMULATOR_MET'

/** A line of such a file: a clause or an assumption that an answer rested on, and the test, if it is known. */
export interface Meeting {
  readonly met: string
  /** Absolute path of the test file. */
  readonly file?: string
  readonly test?: string
  /** Id of the test in a session of `mutate`. */
  readonly id?: string
}

/** The variable that says that the tests are run by node:test, to which each test file is a program. */
export const PROGRAM_VARIABLE = 'SVC_EMULATOR_MET_PROGRAM'

/** A line about a program that loaded an emulator, with the process that started it. */
export interface StartedProgram {
  readonly started: string
  readonly parent: number
}

/** A line about the end of such a program. */
export interface EndedProgram {
  readonly ended: string
  readonly code: number
}

/** A line that names a test file in which one world answered two tests. */
export interface SharedWorld {
  readonly shared: string
}

/** A line that names the statements that one answer rested on. */
export interface AnsweredTogether {
  readonly together: readonly string[]
}

/** A line that names a mutant or an alternative that changed an answer. */
export interface CarriedOut {
  readonly carriedOut: string
}

/** Fields of a process that are used here; a browser has no process. */
export interface ProcessLike {
  readonly pid: number
  readonly ppid?: number
  readonly env: Readonly<Record<string, string | undefined>>
  readonly argv?: readonly string[]
  on?(event: 'exit', listener: (code: number) => void): unknown
  getBuiltinModule?<Name extends keyof BuiltinModules>(name: Name): BuiltinModules[Name] | undefined
}

interface BuiltinModules {
  readonly 'node:fs': { appendFileSync(file: string, text: string): void }
  readonly 'node:worker_threads': { readonly isMainThread: boolean }
}

/** Notes meetings as they happen, because a process of tests may be killed at its end. */
export class Meetings {
  /** Tells the test file that runs now. */
  fileNow: () => string | undefined = () => undefined
  /** Statements met before `fileNow` is known. */
  #early: (readonly number[])[] | undefined
  readonly #append: (text: string, file?: string) => void
  readonly #noted = new Set<string>()
  /** Sets of statements that were noted: answers share theirs. */
  readonly #sets = new WeakSet<readonly number[]>()
  /** The test that each world answered last. */
  readonly #lastTests = new WeakMap<object, string>()

  /** @param append adds text to the file of this process, or to a file that is named */
  constructor(append: (text: string, file?: string) => void) {
    this.#append = append
  }

  /** Sets `fileNow` when `asking` resolves. Notes earlier meetings with the file that runs at that time. */
  async nameFilesBy(asking: Promise<(() => string | undefined) | undefined>): Promise<void> {
    this.#early = []
    this.fileNow = (await asking) ?? this.fileNow
    const early = this.#early
    this.#early = undefined
    for (const positions of early) this.answered(positions)
  }

  /** Notes the statements of an answer. `counts`: identifies the world that answered, since its start or last reset. */
  answered(positions: readonly number[], counts?: object): void {
    const test = runningTest()
    if (test !== undefined) {
      this.#answeredTest(positions, counts, test)
      return
    }
    if (this.#early !== undefined) {
      this.#early.push(positions)
      return
    }
    const file = this.fileNow()
    const statements = statementsAt(positions)
    for (const met of statements) this.note({ met, ...(file !== undefined && { file }) })
    this.#answeredTogether(positions, statements)
  }

  #answeredTogether(positions: readonly number[], together: readonly string[], notes?: string): void {
    if (this.#sets.has(positions)) return
    this.#sets.add(positions)
    this.note({ together }, notes)
  }

  #answeredTest(
    positions: readonly number[],
    counts: object | undefined,
    { file, id, name, notes }: RunningTest,
  ): void {
    const who = { file, ...(id !== undefined && { id, test: name! }) }
    const statements = statementsAt(positions)
    for (const met of statements) this.note({ met, ...who }, notes)
    this.#answeredTogether(positions, statements, notes)
    if (counts === undefined || id === undefined) return
    const last = this.#lastTests.get(counts)
    this.#lastTests.set(counts, id)
    if (last !== undefined && last !== id) this.note({ shared: file }, notes)
  }

  /** Notes that a mutant or an alternative changed an answer. */
  broke(id: string): void {
    const test = runningTest()
    if (test === undefined) this.note({ carriedOut: id })
    else test.carriedOut = true
  }

  /** Notes a meeting once. */
  note(
    meeting: Meeting | SharedWorld | AnsweredTogether | CarriedOut | StartedProgram | EndedProgram,
    file?: string,
  ): void {
    const line = `${JSON.stringify(meeting)}\n`
    const known = `${file} ${line}`
    if (this.#noted.has(known)) return
    this.#noted.add(known)
    this.#append(line, file)
  }
}

const statementsAt = (positions: readonly number[]): string[] => positions.map((position) => statementIds[position]!)

/** The meetings of a process; undefined without the variable, or if nothing can be written. */
export function makeMeetings(process: ProcessLike | undefined): Meetings | undefined {
  const folder = process?.env?.[MET_VARIABLE]
  const files = folder ? process?.getBuiltinModule?.('node:fs') : undefined
  if (files === undefined) return undefined
  const made = new Meetings((text, file) => files.appendFileSync(file ?? `${folder}/${process!.pid}.jsonl`, text))
  const program = process!.env[PROGRAM_VARIABLE] === undefined ? undefined : findProgram(process!)
  if (program !== undefined) {
    made.fileNow = () => program
    made.note({ started: program, parent: process!.ppid ?? 0 })
    process!.on?.('exit', (code) => made.note({ ended: program, code }))
  }
  return made
}

/** Path of the program of a process; undefined in a worker thread, which has a path of its own in its place. */
function findProgram(process: ProcessLike): string | undefined {
  return process.getBuiltinModule?.('node:worker_threads')?.isMainThread === true ? process.argv?.[1] : undefined
}

const { process } = globalThis as { process?: ProcessLike }
/** Meetings of this process. */
export const meetings = makeMeetings(process)
if (process?.env?.['VITEST'] !== undefined && runningTest() === undefined)
  void meetings?.nameFilesBy(fileOfVitest('vitest'))

/**
 * Tells the test file of a worker of vitest; undefined in other processes. The name is a parameter, so that bundlers do
 * not look for the package.
 */
async function fileOfVitest(name: string): Promise<(() => string | undefined) | undefined> {
  // Its main process, and programs that tests start, may not import it.
  const vitest = (await import(/* @vite-ignore */ /* webpackIgnore: true */ name).catch(() => undefined)) as
    | { expect: { getState(): { testPath?: string } } }
    | undefined
  return (
    vitest &&
    (() => {
      try {
        return vitest.expect.getState().testPath
      } catch {
        // The main process, where a global setup runs, has no test.
        return undefined
      }
    })
  )
}
