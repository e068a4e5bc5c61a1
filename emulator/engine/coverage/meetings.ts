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
  readonly #append: (text: string) => void
  readonly #noted = new Set<string>()

  constructor(append: (text: string) => void) {
    this.#append = append
  }

  /** Notes the clauses among these statements. */
  answered(positions: readonly number[]): void {
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

/** Those of this process. */
export const meetings = meetingsOf((globalThis as { process?: ProcessLike }).process)
