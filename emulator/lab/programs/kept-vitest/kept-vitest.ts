import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { tellApart, type MetBy } from '../schedule/try-runs.ts'
import type { MutantOutcome } from '../../mutation/report.ts'
import { findMutant } from '../../../host/broken/break-answer.ts'
import { editOtherFields } from '../../../host/broken/edit-other-fields.ts'
import type { Batch, BatchEnd, Place, TryOutcome } from '../schedule/batch.ts'
import { metElsewhere, onlyIn, otherTests, readNotes, type Notes } from './notes.ts'
import type { FileEnd } from './driver-messages.ts'
import type { OutcomeLine } from './plan.ts'
import { Session, SessionFailed, type RunEvents, type SessionOptions, type SessionRun } from './session.ts'

/** Longest wait for a run without a mutant. */
const FOREVER = 2_147_483_647

/** Facts of the run without a mutant. */
export interface KeptBaseline {
  readonly met: ReadonlyMap<string, MetBy>
  readonly milliseconds: number
  /** Relative to this folder. */
  readonly files: readonly string[]
}

/** Sessions of vitest, as many as there are jobs, that try mutants file by file. */
export class KeptVitest {
  readonly #folder: string
  readonly #options: Omit<SessionOptions, 'folder'>
  readonly #free: Session[] = []
  readonly #all: Session[] = []
  /** Notes of the run without a mutant. */
  #first: Notes = { met: new Map(), names: new Map(), shared: new Set(), answers: [] }
  readonly #inseparable = new Set<string>()
  /** Test files whose tests were run in another order, and if they depend on it. */
  readonly #stateful = new Map<string, Promise<boolean>>()
  #isClosed = false

  private constructor(folder: string, options: Omit<SessionOptions, 'folder'>) {
    this.#folder = folder
    this.#options = options
  }

  static async create(line: Pick<SessionOptions, 'words' | 'env' | 'variesOtherwise'>): Promise<KeptVitest> {
    const folder = await mkdtemp(join(tmpdir(), 'svc-mutate-'))
    const met = join(folder, 'met')
    await mkdir(met)
    // Each run of a file loads the same modules in a new process. Node before 22.1 does not know the variable.
    const env = { NODE_COMPILE_CACHE: join(folder, 'compiled'), ...line.env }
    return new KeptVitest(folder, { ...line, env, met, cwd: process.cwd() })
  }

  /** Runs all tests as they are. Rejects with `SessionFailed` where they do not pass. */
  async baseline(onFileEnd: (ended: number, of: number) => void): Promise<KeptBaseline> {
    const session = await this.#session()
    const files = await session.open()
    const start = performance.now()
    let ended = 0
    const fileEnded = (): void => onFileEnd(++ended, files.length)
    const [notes, lines] = await this.#unbroken(session, files, { name: 'first' }, { fileEnded })
    const milliseconds = performance.now() - start
    this.#free.push(session)
    this.#first = notes
    for (const line of lines) if (line.kind === 'inseparable') this.#inseparable.add(line.file)
    return {
      met: metBy(notes, metElsewhere(this.#options.met)),
      milliseconds,
      files: files.map((file) => relative('.', file)),
    }
  }

  /** Places where each clause was met; without those that have to be tried with a start of their own. */
  places(): Map<string, readonly Place[]> {
    const whole = new Set([...this.#first.shared, ...this.#inseparable])
    return findPlaces(this.#first, whole, metElsewhere(this.#options.met))
  }

  async #unbroken(
    session: Session,
    files: readonly string[],
    { name, reversed = false }: { readonly name: string; readonly reversed?: boolean },
    events: RunEvents = {},
  ): Promise<[Notes, readonly OutcomeLine[], readonly FileEnd[]]> {
    const notes = join(this.#folder, `${name}.jsonl`)
    const { end, lines } = await session.run({ notes, reversed }, files, FOREVER, events)
    if (end.kind !== 'ran') throw new SessionFailed('it ended')
    const failed = end.files.find(({ isPassed }) => !isPassed)
    const [unhandled] = end.unhandled
    if (!reversed && (failed !== undefined || unhandled !== undefined))
      throw new SessionFailed(failed?.failures[0]?.message ?? unhandled ?? 'a test fails')
    return [readNotes(notes), lines, end.files]
  }

  /** Tells if a test of a file fails in another order, or meets something else there. Each file is run so once, before its first try. */
  #isStateful(session: Session, file: string): Promise<boolean> {
    // A run that does not come to its end tells nothing of the file.
    const found = this.#stateful.get(file) ?? this.#runReversed(session, file).catch(() => true)
    this.#stateful.set(file, found)
    return found
  }

  async #runReversed(session: Session, file: string): Promise<boolean> {
    const name = `reversed-${this.#stateful.size}`
    const [again, , [end]] = await this.#unbroken(session, [file], { name, reversed: true })
    return end?.isPassed !== true || otherTests(onlyIn(this.#first, file), onlyIn(again, file)).size > 0
  }

  async #session(): Promise<Session> {
    const free = this.#free.pop()
    if (free !== undefined) return free
    const folder = join(this.#folder, `session-${this.#all.length}`)
    await mkdir(folder)
    const session = new Session({ ...this.#options, folder })
    this.#all.push(session)
    return session
  }

  /** Tells if a further session can be open beside the first: a global setup may take a port that there is once. */
  async canOpenMore(): Promise<boolean> {
    const session = await this.#session()
    try {
      await session.open()
      this.#free.push(session)
      return true
    } catch {
      return false
    }
  }

  /** Runs a test file with mutants. */
  async run(batch: Batch, limitMs: number, onTry: (outcome: TryOutcome) => void): Promise<BatchEnd> {
    const session = await this.#session()
    if (this.#isClosed) return { tries: [], isClean: false, failure: undefined }
    if ('tries' in batch && (await this.#isStateful(session, batch.file))) {
      this.#free.push(session)
      return { tries: [], isClean: true, failure: undefined, isStateful: true }
    }
    const plan = 'whole' in batch ? { whole: batch.whole } : { tries: Object.fromEntries(batch.tries) }
    const line = (each: OutcomeLine): void => {
      if (each.kind === 'end') onTry(each)
    }
    const ran = await session.run(plan, [batch.file], limitMs, { line })
    this.#free.push(session)
    return batchEnd(batch, ran, (name) => `${relative('.', batch.file)} > ${name}`)
  }

  /** The file and the name of a test. */
  nameTest(id: string): string {
    const found = this.#first.names.get(id)
    return found === undefined ? id : `${relative('.', found.file)} > ${found.name}`
  }

  /** Tells if two mutants may be in force at once: those of different answers, or of different fields of one. */
  tellApart(): (one: MutantOutcome, other: MutantOutcome) => boolean {
    const areApart = tellApart(this.#first.answers)
    return (one, other) =>
      areApart(one.clause, other.clause) || editOtherFields(findMutant(one.id)?.by, findMutant(other.id)?.by)
  }

  /** Ends what runs: what is under way comes to nothing. */
  stop(): void {
    this.#isClosed = true
    for (const session of this.#all) session.close()
  }

  /** Leaves nothing behind. */
  async close(): Promise<void> {
    this.stop()
    await rm(this.#folder, { recursive: true, force: true })
  }
}

function batchEnd(batch: Batch, { end, lines }: SessionRun, named: (test: string) => string): BatchEnd {
  const tries = lines.flatMap((line) => (line.kind === 'end' ? [line] : []))
  if (end.kind === 'hung')
    return { tries, isClean: true, failure: undefined, hung: { mutant: runningMutant(batch, lines) } }
  if (end.kind !== 'ran') return { tries, isClean: false, failure: undefined }
  const [file] = end.files
  const [unhandled] = end.unhandled
  const outside = unhandled ?? file?.failures.find(({ test }) => test === undefined)?.message
  const failed = file?.isPassed === false ? file.failures[0] : undefined
  return {
    tries,
    isClean: outside === undefined && file !== undefined,
    failure:
      !('whole' in batch) || (failed === undefined && unhandled === undefined)
        ? undefined
        : {
            by: (file?.failures ?? []).flatMap(({ test }) => (test === undefined ? [] : [named(test)])),
            said: failed?.message ?? unhandled ?? '',
          },
  }
}

/** The mutant whose try began and did not end. */
function runningMutant(batch: Batch, lines: readonly OutcomeLine[]): string | undefined {
  if ('whole' in batch) return batch.whole.length === 1 ? batch.whole[0] : undefined
  const last = lines.at(-1)
  return last?.kind === 'start' ? last.mutant : undefined
}

function metBy({ met, names }: Notes, elsewhere: ReadonlySet<string>): Map<string, MetBy> {
  const all = new Map<string, MetBy>()
  for (const clause of new Set([...met.keys(), ...elsewhere])) {
    const files = [...(met.get(clause) ?? [])]
    all.set(clause, {
      names: files.flatMap(([file, { tests }]) =>
        tests.size === 0
          ? [relative('.', file)]
          : [...tests].map((id) => `${relative('.', file)} > ${names.get(id)!.name}`),
      ),
      files: elsewhere.has(clause) ? undefined : files.map(([file]) => relative('.', file)),
    })
  }
  return all
}

/** Places to try the mutants of each clause: tests, or whole files where their tests cannot be told apart. */
function findPlaces(
  { met }: Notes,
  whole: ReadonlySet<string>,
  elsewhere: ReadonlySet<string>,
): Map<string, readonly Place[]> {
  const places = new Map<string, readonly Place[]>()
  for (const [clause, files] of met) {
    if (elsewhere.has(clause)) continue
    places.set(
      clause,
      Array.from(files, ([file, { tests, isOutside }]) => ({
        file,
        tests: whole.has(file) || isOutside ? undefined : [...tests],
      })),
    )
  }
  return places
}
