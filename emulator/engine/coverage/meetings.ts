import { clauseCount, statementIds } from './statements.ts'

/** The variable that names a folder where each process notes the clauses that its emulators met, one JSON line each. */
export const MET_VARIABLE = 'SVC_EMULATOR_MET'

/** A line of such a file: a clause that an answer rested on, and who asked, where that is known. */
export interface Meeting {
  readonly met: string
  /** Absolute path of the test file. */
  readonly file?: string
  readonly test?: string
}

/** What this needs of a process; a browser has none. */
export interface ProcessLike {
  readonly pid: number
  readonly env: Readonly<Record<string, string | undefined>>
  getBuiltinModule?(name: 'node:fs'): { appendFileSync(file: string, text: string): void } | undefined
}

/** Notes meetings as they happen, because a process of tests may be killed at its end. */
export class Meetings {
  /** Tells the test file that runs now. */
  fileNow: () => string | undefined = () => undefined
  /** Clauses met while `fileNow` is asked for. */
  #early: (readonly number[])[] | undefined
  readonly #append: (text: string) => void
  readonly #noted = new Set<string>()

  constructor(append: (text: string) => void) {
    this.#append = append
  }

  /** Takes `fileNow` from where it is asked for, and notes what is met before with the file that runs then. */
  async nameFilesBy(asking: Promise<(() => string | undefined) | undefined>): Promise<void> {
    this.#early = []
    this.fileNow = (await asking) ?? this.fileNow
    const early = this.#early
    this.#early = undefined
    for (const positions of early) this.answered(positions)
  }

  /** Notes the clauses among these statements. */
  answered(positions: readonly number[]): void {
    if (this.#early !== undefined) {
      this.#early.push(positions)
      return
    }
    const file = this.fileNow()
    for (const position of positions)
      if (position < clauseCount) this.note({ met: statementIds[position]!, ...(file !== undefined && { file }) })
  }

  /** Each meeting is noted once. */
  note(meeting: Meeting): void {
    const line = `${JSON.stringify(meeting)}\n`
    if (this.#noted.has(line)) return
    this.#noted.add(line)
    this.#append(line)
  }
}

/** The meetings of a process; undefined where nobody asked for them, or nothing can be written. */
export function meetingsOf(process: ProcessLike | undefined): Meetings | undefined {
  const folder = process?.env?.[MET_VARIABLE]
  const files = folder ? process?.getBuiltinModule?.('node:fs') : undefined
  if (files === undefined) return undefined
  return new Meetings((text) => files.appendFileSync(`${folder}/${process!.pid}.jsonl`, text))
}

const { process } = globalThis as { process?: ProcessLike }
/** Meetings of this process. */
export const meetings = meetingsOf(process)
if (process?.env?.['VITEST'] !== undefined) void meetings?.nameFilesBy(fileOfVitest('vitest'))

/** Tells the test file of a worker of vitest; undefined in other processes. The name is a parameter, so that bundlers do not look for the package. */
async function fileOfVitest(name: string): Promise<(() => string | undefined) | undefined> {
  // Its main process, and programs that tests start, may not import it.
  const vitest = (await import(/* @vite-ignore */ /* webpackIgnore: true */ name).catch(() => undefined)) as
    | { expect: { getState(): { testPath?: string } } }
    | undefined
  return vitest && (() => vitest.expect.getState().testPath)
}
