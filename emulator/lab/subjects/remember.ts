import { createHash } from 'node:crypto'
import { assumptions } from '../../contract/assumptions.ts'
import { clauses } from '../../contract/clauses.ts'
import { VERSION } from '../../contract/version.ts'
import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { isObject } from '../../engine/checking/is-object.ts'
import { startedWorld } from '../../host/create-world.ts'
import { readDocument } from '../../scenario/files.ts'
import type { Report } from '../../scenario/reports/report.ts'
import { Memory } from '../engine/memory.ts'
import type { Variant } from '../engine/variant.ts'
import { digestFiles } from './digest-files.ts'
import type { SubjectCommand } from './with-command.ts'
import { ownCommand } from '../../engine/checking/own-command.ts'

/** A question about a command. */
interface Remembered extends Pick<SubjectCommand, 'program' | 'key' | 'home' | 'start'> {
  /** Name of its command. */
  readonly question: string
  /** Folder in which the command runs. */
  readonly folder: string
  /** File with an earlier report as JSON. */
  readonly since: string | undefined
  /** Other files of the lab, which no run reads. */
  readonly own: readonly string[]
}

/** Digests of what all verdicts of a report rest on. */
interface RestsOn {
  readonly question: string
  readonly release: string
  readonly command: string
  readonly world: string
  readonly files: string
  /** A file that changed during the runs. */
  readonly changed?: string
}

/** Verdicts of an earlier report, and what those of the next one rest on. */
export interface Remembering {
  readonly memory: Memory
  /** The report, with what its verdicts rest on, and how many are those of the earlier one. */
  addTo(report: Report): Promise<Report>
}

/** Reads the verdicts of an earlier report. Throws `EmulatorError` for a file that is none of this question. */
export async function remember({ question, folder, since, own, ...command }: Remembered): Promise<Remembering> {
  const { program, key, home, start } = command
  const left = since === undefined ? own : [...own, since]
  const listFiles = () => digestFiles(folder, home === undefined ? program : [...program, home], left)
  const earlier = since === undefined ? undefined : await readEarlier(since, question)
  const files = await listFiles()
  const world = [startedWorld({ ...start, seed: 1 }), start.scenario?.scenario, key]
  const restsOn = {
    question,
    release: VERSION,
    command: digest(program),
    world: digest(world),
    files: digest([...files]),
  }
  const others = earlier === undefined ? [] : listChanges(earlier.restsOn, restsOn)
  const memory = new Memory(others.length > 0 ? new Map() : (earlier?.results ?? new Map()), digestVariant)
  return {
    memory,
    async addTo(report) {
      const changed = findChanged(files, await listFiles())
      const { kept, asked } = memory.counts
      const why = others.length === 0 ? '' : `: ${since} is about ${others.join(', ')}`
      return {
        ...report,
        ...(since !== undefined && { remarks: [...(report.remarks ?? []), `kept ${kept}, asked ${asked}${why}`] }),
        document: {
          ...(report.document as object),
          ...(since !== undefined && { since: { kept, asked } }),
          restsOn: { ...restsOn, ...(changed !== undefined && { changed }) },
        },
      }
    },
  }
}

function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32)
}

const rows = new Map<string, object>([...clauses, ...assumptions].map((row) => [row.id, row]))

/** Digest of a variant and its statements. */
export function digestVariant({ id, says, statements, overlay }: Variant, rowWith = (name: string) => rows.get(name)) {
  return digest([id, says, overlay, statements.map((name) => rowWith(name))])
}

interface Earlier {
  readonly restsOn: RestsOn
  readonly results: ReadonlyMap<string, object>
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
    results: new Map(known.map((each) => [each['digest'] as string, each])),
  }
}

/** Lists in words where the verdicts of an earlier report rest on something else than those of this run. */
function listChanges(earlier: RestsOn, now: RestsOn): string[] {
  return [
    ...(earlier.release === now.release ? [] : [`svc-emulator ${earlier.release}`]),
    ...(earlier.command === now.command ? [] : ['another command']),
    ...(earlier.world === now.world ? [] : ['another world or key']),
    ...(earlier.files === now.files ? [] : ['other files']),
    ...(earlier.changed === undefined ? [] : [`files of which one changed during the runs (${earlier.changed})`]),
  ]
}

function findChanged(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string | undefined {
  return [...before.keys(), ...after.keys()].find((name) => before.get(name) !== after.get(name))
}
