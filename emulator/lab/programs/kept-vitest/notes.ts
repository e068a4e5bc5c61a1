import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AnsweredTogether, Meeting, SharedWorld } from '../../../engine/coverage/meetings.ts'

/** A clause that a file met: the tests that did, and `isOutside` when something of it was met outside of them. */
interface MetIn {
  readonly tests: Set<string>
  isOutside: boolean
}

/** Facts that the workers of a run noted. */
export interface Notes {
  /** By clause, and the absolute path of the test file. */
  readonly met: Map<string, Map<string, MetIn>>
  /** Names of tests, by id. */
  readonly names: Map<string, { readonly file: string; readonly name: string }>
  /** Files in which one world answered two tests. */
  readonly shared: Set<string>
  /** Sets of clauses that one answer rested on. */
  readonly answers: (readonly string[])[]
}

/** Reads the notes of a run; a run in which nothing was met left none. */
export function readNotes(file: string): Notes {
  const notes: Notes = { met: new Map(), names: new Map(), shared: new Set(), answers: [] }
  for (const line of readJsonLines<Meeting | SharedWorld | AnsweredTogether>(file)) {
    if ('shared' in line) notes.shared.add(line.shared)
    else if ('together' in line) notes.answers.push(line.together)
    else if (line.file !== undefined) add(notes, line.met, { ...line, file: line.file })
  }
  return notes
}

function add(
  { met, names }: Notes,
  clause: string,
  { file, id, test }: Omit<Meeting, 'file'> & { readonly file: string },
): void {
  const files = met.get(clause) ?? new Map<string, MetIn>()
  met.set(clause, files)
  const seen = files.get(file) ?? { tests: new Set(), isOutside: false }
  files.set(file, seen)
  if (id === undefined) seen.isOutside = true
  else {
    seen.tests.add(id)
    names.set(id, { file, name: test ?? id })
  }
}

/** Clauses that were met in processes that are no workers, or before a worker knew its test file. */
export function metElsewhere(folder: string): Set<string> {
  const all = readdirSync(folder).flatMap((name) => readJsonLines<Meeting>(join(folder, name)))
  return new Set(all.flatMap(({ met, file }) => (met !== undefined && !file ? [met] : [])))
}

/** Meetings of one file. */
export function onlyIn({ met }: Notes, file: string): Pick<Notes, 'met'> {
  return {
    met: new Map(
      [...met].flatMap(([clause, files]) => {
        const seen = files.get(file)
        return seen === undefined ? [] : [[clause, new Map([[file, seen]])] as const]
      }),
    ),
  }
}

/** Tests whose clauses differ between two runs. */
export function otherTests(one: Pick<Notes, 'met'>, other: Pick<Notes, 'met'>): Set<string> {
  const [first, second] = [byTest(one), byTest(other)]
  const differing = [...first].filter(([test, clauses]) => clauses !== second.get(test)).map(([test]) => test)
  return new Set([...differing, ...[...second.keys()].filter((test) => !first.has(test))])
}

function byTest({ met }: Pick<Notes, 'met'>): Map<string, string> {
  const clauses = new Map<string, string[]>()
  for (const [clause, files] of met)
    for (const { tests } of files.values())
      for (const test of tests) clauses.set(test, [...(clauses.get(test) ?? []), clause])
  return new Map([...clauses].map(([test, all]) => [test, all.sort().join()]))
}

function readJsonLines<T>(file: string): T[] {
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T)
}
