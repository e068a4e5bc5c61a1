import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import type { MetBy } from '../../../../emulator/lab/mutation/mutate-runs.ts'
import type { Batch, BatchEnd, Place } from '../../../../emulator/lab/mutation/try-tests.ts'
import { metElsewhere, otherTests, readNotes, type Notes } from './notes.ts'
import type { FileEnd } from './driver-messages.ts'
import type { OutcomeLine } from './plan.ts'
import { Session, SessionFailed, type SessionOptions, type SessionRun } from './session.ts'

/** Longest wait for a run without a mutant. */
const FOREVER = 2_147_483_647

/** Facts of the run without a mutant. */
export interface KeptBaseline {
  readonly met: ReadonlyMap<string, MetBy>
  readonly milliseconds: number
  /** Relative to this folder. */
  readonly files: readonly string[]
}

/** Places where mutants can be tried. */
export interface KeptPlaces {
  /** Where each clause was met; without those that have to be tried with a start of their own. */
  readonly places: ReadonlyMap<string, readonly Place[]>
  /** Test files that keep state from one test to the next, relative to this folder. */
  readonly stateful: readonly string[]
}

/** Sessions of vitest, as many as there are jobs, that try mutants file by file. */
export class KeptVitest {
  readonly #folder: string
  readonly #options: Omit<SessionOptions, 'folder'>
  readonly #free: Session[] = []
  readonly #all: Session[] = []
  /** Notes of the run without a mutant. */
  #first: Notes = { met: new Map(), names: new Map(), shared: new Set() }
  readonly #inseparable = new Set<string>()
  #isClosed = false

  private constructor(folder: string, options: Omit<SessionOptions, 'folder'>) {
    this.#folder = folder
    this.#options = options
  }

  static async create(line: Pick<SessionOptions, 'words' | 'env'>): Promise<KeptVitest> {
    const folder = await mkdtemp(join(tmpdir(), 'svc-mutate-'))
    const met = join(folder, 'met')
    await mkdir(met)
    return new KeptVitest(folder, { ...line, met, cwd: process.cwd() })
  }

  /** Runs all tests as they are. Rejects with `SessionFailed` where they do not pass. */
  async baseline(): Promise<KeptBaseline> {
    const session = await this.#session()
    const files = await session.open()
    const start = performance.now()
    const [notes, lines] = await this.#unbroken(session, files, 'first', false)
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

  /** Runs all tests in the reverse order, and tells which of them can be tried by themselves. */
  async findPlaces(): Promise<KeptPlaces> {
    const first = this.#first
    const asking = [...new Set([...first.met.values()].flatMap((each) => [...each.keys()]))]
    const session = await this.#session()
    // A run that does not come to its end tells nothing of any file.
    const stateful = await this.#findStateful(session, asking, first).catch(() => new Set(asking))
    this.#free.push(session)
    const whole = new Set([...first.shared, ...stateful, ...this.#inseparable])
    return {
      places: findPlaces(first, whole, metElsewhere(this.#options.met)),
      stateful: Array.from(stateful, (file) => relative('.', file)),
    }
  }

  async #unbroken(
    session: Session,
    files: readonly string[],
    name: string,
    reversed: boolean,
  ): Promise<[Notes, readonly OutcomeLine[], readonly FileEnd[]]> {
    const notes = join(this.#folder, `${name}.jsonl`)
    const { end, lines } = await session.run({ notes, reversed }, files, FOREVER)
    if (end.kind !== 'ran') throw new SessionFailed('it ended')
    const failed = end.files.find(({ isPassed }) => !isPassed)
    const [unhandled] = end.unhandled
    if (!reversed && (failed !== undefined || unhandled !== undefined))
      throw new SessionFailed(failed?.failures[0]?.message ?? unhandled ?? 'a test fails')
    return [readNotes(notes), lines, end.files]
  }

  /** Files with a test that fails in another order, or meets something else there. */
  async #findStateful(session: Session, files: readonly string[], first: Notes): Promise<Set<string>> {
    if (files.length === 0) return new Set()
    const [again, , ends] = await this.#unbroken(session, files, 'reversed', true)
    const other = [...otherTests(first, again)].flatMap(
      (test) => (first.names.get(test) ?? again.names.get(test))?.file ?? [],
    )
    return new Set([...other, ...ends.filter(({ isPassed }) => !isPassed).map(({ path }) => path)])
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
  async run(batch: Batch, limitMs: number): Promise<BatchEnd> {
    const session = await this.#session()
    if (this.#isClosed) return { tries: [], isClean: false, failure: undefined }
    const plan = 'whole' in batch ? { whole: batch.whole } : { tries: Object.fromEntries(batch.tries) }
    const ran = await session.run(plan, [batch.file], limitMs)
    this.#free.push(session)
    return batchEnd(batch, ran, (name) => `${relative('.', batch.file)} > ${name}`)
  }

  /** The file and the name of a test. */
  nameTest(id: string): string {
    const found = this.#first.names.get(id)
    return found === undefined ? id : `${relative('.', found.file)} > ${found.name}`
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
  if ('whole' in batch) return batch.whole
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
