import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type {
  AnsweredTogether,
  CarriedOut,
  EndedProgram,
  Meeting,
  StartedProgram,
} from '../../engine/coverage/meetings.ts'
import type { MetBy } from './schedule/try-runs.ts'

interface Seen {
  readonly files: Set<string>
  readonly tests: Set<string>
  /** True if an answer also went to an unknown test file. */
  elsewhere: boolean
}

/** Clauses that a run met, as its processes noted them in a folder. */
export interface Met {
  readonly met: ReadonlyMap<string, MetBy>
  /** Sets of clauses, each of one answer. */
  readonly answers: readonly (readonly string[])[]
}

/** Reads the tests that met each clause, and the sets of clauses that were met in one answer. */
export async function readMeetings(folder: string): Promise<Met> {
  const seen = new Map<string, Seen>()
  const answers: (readonly string[])[] = []
  for (const line of await readLines<Partial<Meeting & AnsweredTogether>>(folder)) {
    if (line.met !== undefined) add(seen, line as Meeting)
    if (line.together !== undefined) answers.push(line.together)
  }
  return { met: new Map([...seen].map(([clause, who]) => [clause, metBy(who)])), answers }
}

/** Removes the names of test files, for a run whose test files are not known. */
export function withoutFiles({ met, answers }: Met): Met {
  return { met: new Map([...met.keys()].map((clause) => [clause, { names: [], files: undefined }])), answers }
}

/** Mutants that broke an answer in a run. */
export async function readCarriedOut(folder: string): Promise<Set<string>> {
  const lines = await readLines<Partial<CarriedOut>>(folder)
  return new Set(lines.flatMap(({ carriedOut }) => carriedOut ?? []))
}

/** Programs that loaded an emulator, by their paths relative to this folder, each with the process that started it. */
export async function readStartedPrograms(folder: string): Promise<{ file: string; parent: number }[]> {
  const lines = await readLines<Partial<StartedProgram>>(folder)
  return lines.flatMap(({ started, parent }) =>
    started === undefined ? [] : [{ file: relative('.', started), parent: parent! }],
  )
}

/** Exit codes of the programs that are test files, by their paths relative to this folder. */
export async function readEndedPrograms(folder: string): Promise<Map<string, number>> {
  const lines = await readLines<Partial<EndedProgram>>(folder)
  return new Map(lines.flatMap(({ ended, code }) => (ended === undefined ? [] : [[relative('.', ended), code!]])))
}

async function readLines<Line>(folder: string): Promise<Line[]> {
  const lines: Line[] = []
  for (const name of (await readdir(folder)).filter((each) => each.endsWith('.jsonl')))
    for (const line of (await readFile(join(folder, name), 'utf8')).split('\n')) {
      // A process that was killed may leave an incomplete line.
      if (line.endsWith('}')) lines.push(JSON.parse(line) as Line)
    }
  return lines
}

function add(seen: Map<string, Seen>, { met, file, test }: Meeting): void {
  const who = seen.get(met) ?? { files: new Set(), tests: new Set(), elsewhere: false }
  seen.set(met, who)
  if (file === undefined) who.elsewhere = true
  else who.files.add(relative('.', file))
  if (test !== undefined) who.tests.add(`${relative('.', file!)} > ${test}`)
}

function metBy({ files, tests, elsewhere }: Seen): MetBy {
  const named = [...tests]
  // A file without known tests is listed by its own name.
  const others = [...files].filter((file) => !named.some((test) => test.startsWith(`${file} > `)))
  return { names: [...named, ...others], files: elsewhere ? undefined : [...files] }
}
