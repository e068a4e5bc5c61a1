import { listFew } from '../../engine/checking/list-few.ts'
import { readFile } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
import { assumptions } from '../../contract/assumptions.ts'
import { clauses } from '../../contract/clauses.ts'
import { VERSION } from '../../contract/version.ts'
import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { isObject } from '../../engine/checking/is-object.ts'
import { startedWorld } from '../../host/create-world.ts'
import { readDocument } from '../../scenario/files.ts'
import type { Report } from '../../scenario/reports/report.ts'
import { Memory, type Remembered, type Standing } from '../engine/memory.ts'
import type { Subject } from '../engine/subject.ts'
import type { Variant } from '../engine/variant.ts'
import { digest as digestText, digestFiles } from './digest-files.ts'
import { compareRests, type RestsOn, withTests } from './rests-on.ts'
import type { SubjectCommand } from './with-command.ts'
import { ownCommand } from '../../engine/checking/own-command.ts'

/** A question about a command. */
interface RememberedQuestion extends Pick<SubjectCommand, 'program' | 'key' | 'home' | 'start' | 'timeLimit'> {
  /** Name of its command. */
  readonly question: string
  /** Folder in which the command runs. */
  readonly folder: string
  /** File with an earlier report as JSON. */
  readonly since: string | undefined
  /** Other files and folders of the lab, which no run reads. */
  readonly own: readonly string[]
}

/** Verdicts of an earlier report, and what those of the next one rest on. */
export interface Remembering {
  readonly memory: Memory
  /** The report, with what its verdicts rest on, and how many are those of the earlier one. */
  addTo(report: Report): Promise<Report>
}

/** Reads the verdicts of an earlier report. Throws `EmulatorError` for a file that is none of this question. */
export async function remember({ question, folder, since, own, ...command }: RememberedQuestion): Promise<Remembering> {
  const { program, key, home, start, timeLimit } = command
  const left = since === undefined ? own : [...own, since]
  const listFiles = () => digestFiles(folder, home === undefined ? program : [...program, home], left)
  const earlier = since === undefined ? undefined : await readEarlier(since, question)
  const files = await listFiles()
  const { section, fixtures } = startedWorld({ ...start, seed: 1 })
  const { settings = {}, ...world } = section as { readonly settings?: object }
  const whole: RestsOn = {
    question,
    release: VERSION,
    command: digest(program),
    world: digest([world, fixtures, { ...start.scenario?.scenario, world: undefined }]),
    settings: digestEach({ ...settings, ...(timeLimit !== undefined && { 'time-limit': timeLimit }) }),
    key: digest(key),
    files: Object.fromEntries(files),
  }
  let rests = whole
  let changes: readonly string[] = []
  const compare = async (subject: Pick<Subject, 'name' | 'findModules'>): Promise<Standing> => {
    const modules = await subject.findModules?.()
    if (modules !== undefined) rests = await withTests(whole, modules, (path) => readModule(resolve(folder, path)))
    if (earlier === undefined) return () => false
    const compared = compareRests(
      withoutFiles(
        earlier.restsOn,
        left.map((path) => relative(folder, resolve(folder, path))),
      ),
      rests,
    )
    changes = compared.changes
    return compared.stands
  }
  const memory = new Memory(earlier?.results ?? new Map(), digestVariant, compare)
  return {
    memory,
    async addTo(report) {
      const changed = findChanged(files, await listFiles())
      const { kept, asked } = memory.counts
      const why = changes.length === 0 || asked === 0 ? '' : `: since ${since}, ${listFew(changes)}`
      return {
        ...report,
        ...(since !== undefined && { remarks: [...(report.remarks ?? []), `kept ${kept}, asked ${asked}${why}`] }),
        document: {
          ...(report.document as object),
          ...(since !== undefined && { since: { kept, asked, ...(changes.length > 0 && { changes }) } }),
          restsOn: { ...rests, ...(changed !== undefined && { changed }) },
        },
      }
    },
  }
}

/** Leaves out the files of the lab, which may have been any files in the earlier run. */
function withoutFiles({ files, ...rest }: RestsOn, left: readonly string[]): RestsOn {
  return { ...rest, files: Object.fromEntries(Object.entries(files).filter(([name]) => !left.includes(name))) }
}

const digest = (value: unknown): string => digestText(JSON.stringify(value) ?? '')

const digestEach = (all: object): Record<string, string> =>
  Object.fromEntries(Object.entries(all).map(([name, value]) => [name, digest(value)]))

const readModule = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '')

const rows = new Map<string, object>([...clauses, ...assumptions].map((row) => [row.id, row]))

/** Digest of a variant and its statements, in a question. */
export function digestVariant(
  question: string,
  { id, says, statements, overlay }: Variant,
  rowWith = (name: string) => rows.get(name),
): string {
  return digest([question, id, says, overlay, statements.map((name) => rowWith(name))])
}

interface Earlier {
  readonly restsOn: RestsOn
  readonly results: ReadonlyMap<string, Remembered>
}

async function readEarlier(file: string, question: string): Promise<Earlier> {
  const { value, problems, place } = await readDocument(file)
  if (problems.length > 0) throw new EmulatorError(problems.map((problem) => place(problem)))
  const document = isObject(value) ? value : {}
  const restsOn = document['restsOn']
  if (!isObject(restsOn) || restsOn['question'] !== question) {
    const other = isObject(restsOn) ? `, got one of ${String(restsOn['question'])}` : ''
    throw new EmulatorError(`${file} is no report of \`${ownCommand} ${question} --reporter json\`${other}`)
  }
  const results = Object.values(document).flatMap((each): unknown[] => (Array.isArray(each) ? each : []))
  const known = results.filter(isObject).filter((each) => typeof each['digest'] === 'string')
  return {
    restsOn: restsOn as unknown as RestsOn,
    results: new Map(known.map((each) => [each['digest'] as string, each as Remembered])),
  }
}

function findChanged(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string | undefined {
  return [...before.keys(), ...after.keys()].find((name) => before.get(name) !== after.get(name))
}
