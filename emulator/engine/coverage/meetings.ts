import { statementIds } from './statements.ts'
import { findLabFolder, readLabOrder } from '../world/lab-order.ts'

/** A line of notes for the lab: a clause or an assumption that an answer rested on, and the test, if it is known. */
export interface Meeting {
  readonly met: string
  /** Absolute path of the test file. */
  readonly file?: string
  /** Its name with its groups. */
  readonly test?: string
}

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

/** A line that names the statements that one answer rested on. */
export interface AnsweredTogether {
  readonly together: readonly string[]
}

/** A line that names an endpoint or a command that was asked. */
export interface CalledUnit {
  readonly called: string
}

/** A line that names a mutant or an alternative that changed an answer. */
export interface CarriedOut {
  readonly carriedOut: string
}

/** A line about one answer, in order. Ids of mutants and alternatives that changed it are in `altered`. */
export interface NotedAnswer {
  readonly unit: string | null
  readonly error: string | null
  readonly statements: readonly string[]
  readonly altered: readonly string[]
  /** Id of the key of its caller. */
  readonly key: string | null
  /** API key that was sent, where no caller was found. */
  readonly unknownKey?: string
  /** Request and answer. */
  readonly content: string
}

/** A line about the start of an emulator. */
export interface StartedEmulator {
  readonly start: object
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
  readonly 'node:fs': {
    appendFileSync(file: string, text: string): void
    readFileSync(file: string, encoding: 'utf8'): string
  }
  readonly 'node:worker_threads': { readonly isMainThread: boolean }
}

/** The test file that runs now, and its test. */
type TestPlace = Pick<Meeting, 'file' | 'test'>

/** Notes meetings as they happen, because a process of tests may be killed at its end. */
export class Meetings {
  /** Tells where a process is now. */
  placeNow: () => TestPlace = () => ({})
  /** Statements met before `placeNow` is known. */
  #early: (readonly number[])[] | undefined
  readonly #append: (text: string) => void
  /** True where each answer is noted. */
  readonly listsAnswers: boolean
  #answers = 0
  readonly #noted = new Set<string>()
  /** Sets of statements that were noted: answers share theirs. */
  readonly #sets = new WeakSet<readonly number[]>()

  /** @param append adds text to the notes of this process */
  constructor(append: (text: string) => void, { listsAnswers = false }: { readonly listsAnswers?: boolean } = {}) {
    this.#append = append
    this.listsAnswers = listsAnswers
  }

  /** Sets `placeNow` when `asking` resolves. Notes earlier meetings with the file that runs at that time. */
  async nameFilesBy(asking: Promise<(() => TestPlace) | undefined>): Promise<void> {
    this.#early = []
    this.placeNow = (await asking) ?? this.placeNow
    const early = this.#early
    this.#early = undefined
    for (const positions of early) this.answered(positions)
  }

  /** Notes the statements of an answer. */
  answered(positions: readonly number[]): void {
    if (this.#early !== undefined) {
      this.#early.push(positions)
      return
    }
    const place = this.placeNow()
    const statements = positions.map((position) => statementIds[position]!)
    for (const met of statements) this.note({ met, ...place })
    if (this.#sets.has(positions)) return
    this.#sets.add(positions)
    this.note({ together: statements })
  }

  /** Notes one answer, each time. */
  listAnswer(answer: NotedAnswer): void {
    this.#append(`${JSON.stringify({ answer: ++this.#answers, ...answer, ...this.placeNow() })}\n`)
  }

  /** Notes that a mutant or an alternative changed an answer. */
  broke(id: string): void {
    this.note({ carriedOut: id })
  }

  /** Notes a meeting once. */
  note(
    meeting: Meeting | CalledUnit | AnsweredTogether | CarriedOut | StartedProgram | EndedProgram | StartedEmulator,
  ): void {
    const line = `${JSON.stringify(meeting)}\n`
    if (this.#noted.has(line)) return
    this.#noted.add(line)
    this.#append(line)
  }
}

/** The meetings of a process; undefined where the lab asks for none, or if nothing can be written. */
export function makeMeetings(process: ProcessLike | undefined): Meetings | undefined {
  const folder = findLabFolder(process)
  const files = folder === undefined ? undefined : process?.getBuiltinModule?.('node:fs')
  if (files === undefined) return undefined
  const { notes = false, programs = false, answers = false } = readLabOrder(process)
  if (!notes) return undefined
  const made = new Meetings((text) => files.appendFileSync(`${folder}/${process!.pid}.jsonl`, text), {
    listsAnswers: answers,
  })
  const program = programs ? findProgram(process!) : undefined
  if (program !== undefined) {
    made.placeNow = () => ({ file: program })
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
if (process?.env?.['VITEST'] !== undefined) void meetings?.nameFilesBy(placeInVitest('vitest'))

/**
 * Tells the test file and the test of a worker of vitest; undefined in other processes. The name is a parameter, so that
 * bundlers do not look for the package.
 */
async function placeInVitest(name: string): Promise<(() => TestPlace) | undefined> {
  // Its main process, and programs that tests start, may not import it.
  const vitest = (await import(/* @vite-ignore */ /* webpackIgnore: true */ name).catch(() => undefined)) as
    | { expect: { getState(): { testPath?: string; currentTestName?: string } } }
    | undefined
  return (
    vitest &&
    (() => {
      try {
        const { testPath: file, currentTestName: test } = vitest.expect.getState()
        return { ...(file !== undefined && { file }), ...(test !== undefined && { test }) }
      } catch {
        // The main process, where a global setup runs, has no test.
        return {}
      }
    })
  )
}
