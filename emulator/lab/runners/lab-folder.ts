import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type {
  AnsweredTogether,
  CalledUnit,
  CarriedOut,
  EndedProgram,
  Meeting,
  NotedAnswer,
  StartedEmulator,
  StartedProgram,
} from '../../engine/coverage/meetings.ts'
import { LAB_VARIABLE, type LabOrder } from '../../engine/world/lab-order.ts'
import type { NotedStart } from '../../host/chosen-start.ts'
import type { Met, MetBy } from '../engine/subject.ts'

/** A line that a process of a run noted. */
type Note = Partial<
  { readonly answer: number } & NotedAnswer &
    Meeting &
    AnsweredTogether &
    CalledUnit &
    CarriedOut &
    StartedProgram &
    EndedProgram &
    (StartedEmulator & { start: NotedStart })
>

/** The folder through which the lab speaks with the processes of a command: an overlay in, notes out. */
export class LabFolder {
  readonly path: string
  readonly variables: Readonly<Record<string, string>>

  constructor(path: string) {
    this.path = path
    this.variables = { [LAB_VARIABLE]: path }
  }

  /** Gives an order to the emulators that begin from now on, and forgets what was noted. */
  async give(order: LabOrder): Promise<void> {
    await mkdir(this.path, { recursive: true })
    for (const name of await this.#notes()) await rm(join(this.path, name))
    await writeFile(join(this.path, 'overlay.json'), JSON.stringify({ notes: true, ...order }))
  }

  async #notes(): Promise<string[]> {
    return (await readdir(this.path)).filter((each) => each.endsWith('.jsonl')).toSorted()
  }

  /** Reads what the processes have noted since. */
  async read(): Promise<Notes> {
    const lines: Note[] = []
    for (const name of await this.#notes())
      for (const line of (await readFile(join(this.path, name), 'utf8')).split('\n')) {
        // A process that was killed may leave an incomplete line.
        if (line.endsWith('}')) lines.push(JSON.parse(line) as Note)
      }
    return new Notes(lines)
  }

  remove(): Promise<void> {
    return rm(this.path, { recursive: true, force: true })
  }
}

interface SeenBy {
  readonly files: Set<string>
  readonly tests: Set<string>
  /** True if an answer also went to an unknown test file. */
  elsewhere: boolean
}

/** Notes of a run. Paths are relative to this folder. */
export class Notes {
  readonly #lines: readonly Note[]

  constructor(lines: readonly Note[]) {
    this.#lines = lines
  }

  /** Tests and files that met each statement. */
  met(): Met {
    const seen = new Map<string, SeenBy>()
    for (const line of this.#lines) if (line.met !== undefined) add(seen, line as Meeting)
    return new Map([...seen].map(([statement, who]) => [statement, metBy(who)]))
  }

  /** Sets of statements, each of one answer. */
  answers(): (readonly string[])[] {
    return this.#lines.flatMap(({ together }) => (together === undefined ? [] : [together]))
  }

  /** The answers in order, where they were asked for, each with its test (after its file) and its file. */
  listAnswers(): (NotedAnswer & { readonly test?: string; readonly file?: string })[] {
    return this.#lines.flatMap((line) => {
      const { answer, file: path, test: name, ...noted } = line as NotedAnswer & Note
      if (answer === undefined) return []
      const file = path === undefined ? undefined : relative('.', path)
      const test = file === undefined || name === undefined ? undefined : `${file} > ${name}`
      return [{ ...noted, ...(file !== undefined && { file }), ...(test !== undefined && { test }) }]
    })
  }

  /** Endpoints and commands that were asked. */
  units(): Set<string> {
    return new Set(this.#lines.flatMap(({ called }) => called ?? []))
  }

  /** Mutants and alternatives that changed an answer. */
  altered(): Set<string> {
    return new Set(this.#lines.flatMap(({ carriedOut }) => carriedOut ?? []))
  }

  /** Programs that loaded an emulator, each with the process that started it. */
  startedPrograms(): { file: string; parent: number }[] {
    return this.#lines.flatMap(({ started, parent }) =>
      started === undefined ? [] : [{ file: relative('.', started), parent: parent! }],
    )
  }

  /** Exit codes of the programs that are test files. */
  endedPrograms(): Map<string, number> {
    return new Map(
      this.#lines.flatMap(({ ended, code }) => (ended === undefined ? [] : [[relative('.', ended), code!] as const])),
    )
  }

  /** Starts of the emulators, each once, in the order in which they began. */
  starts(): NotedStart[] {
    const texts = this.#lines.flatMap(({ start }) => (start === undefined ? [] : [JSON.stringify(start)]))
    return [...new Set(texts)].map((text) => JSON.parse(text) as NotedStart)
  }
}

function add(seen: Map<string, SeenBy>, { met, file, test }: Meeting): void {
  const who = seen.get(met) ?? { files: new Set(), tests: new Set(), elsewhere: false }
  seen.set(met, who)
  if (file === undefined) who.elsewhere = true
  else who.files.add(relative('.', file))
  if (test !== undefined) who.tests.add(`${relative('.', file!)} > ${test}`)
}

function metBy({ files, tests, elsewhere }: SeenBy): MetBy {
  const named = [...tests]
  // A file without known tests is listed by its own name.
  const others = [...files].filter((file) => !named.some((test) => test.startsWith(`${file} > `)))
  return { names: [...named, ...others], files: elsewhere ? undefined : [...files] }
}
