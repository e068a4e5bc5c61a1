import type { MutantOutcome } from '../../mutation/report.ts'

/** A mutant of a clause, or an alternative to an assumption: a way in which a world can differ. */
export interface Variant {
  readonly id: string
  /** The statement that it is about: it changes answers that rest on that one. */
  readonly clause: string
  /** The end of the sentence "the emulator …". */
  readonly breaks: string
}

/** Who met a clause in the run without a mutant. */
export interface MetBy {
  readonly names: readonly string[]
  /** Test files; undefined where not all of them are known. */
  readonly files: readonly string[] | undefined
}

/** How a run of a suite ended. `said`: how it says so. */
export interface RunEnd {
  readonly end: 'passed' | 'failed' | 'timeout' | 'stopped'
  readonly said: string
  /** Tests that failed, as far as they are known: names that begin with their file. */
  readonly noticedBy?: readonly string[]
  /** All test files that failed, where the others ran to their end and none depends on another; else undefined. */
  readonly failedFiles?: readonly string[] | undefined
  /** Mutants that broke an answer of this run. */
  readonly carriedOut: ReadonlySet<string>
}

interface RunsOptions {
  readonly jobs: number
  /** A run that does not end in time has noticed the mutant. */
  readonly timeoutsKill: boolean
  /** No run begins once it is aborted. */
  readonly stop: AbortSignal
  /** Sets of clauses that one answer rested on: mutants of two of them only run together where no file met both. */
  readonly answers?: readonly (readonly string[])[]
  /** Runs tell which test files failed: mutants that no file met together run together. */
  readonly tellsFiles?: boolean
  /** Runs what met the mutants, with all of them in force. */
  run(ids: readonly string[], files: MetBy['files']): Promise<RunEnd>
  onDecided?(outcome: MutantOutcome): void
}

/**
 * Runs a suite with mutants of clauses that it met, and says which runs failed. While most runs pass, mutants that break different answers
 * run together, and are parted when a run fails. The outcomes keep the order of the mutants.
 */
export async function tryRuns(
  mutants: readonly Variant[],
  met: ReadonlyMap<string, MetBy>,
  options: RunsOptions,
): Promise<MutantOutcome[]> {
  const runs = new Runs(
    mutants.map((mutant): MutantOutcome => undecided(mutant, met.get(mutant.clause))),
    met,
    options,
  )
  await Promise.all(Array.from({ length: options.jobs }, () => runs.work()))
  await runs.alone()
  return runs.outcomes()
}

/** A mutant that nothing is known of but who met it. */
export function undecided({ id, clause, breaks }: Variant, met: MetBy | undefined): MutantOutcome {
  if (met === undefined) return { id, clause, breaks, status: 'unmet', metBy: [] }
  return {
    id,
    clause,
    breaks,
    status: 'undecided',
    metBy: met.names,
    ...(met.files !== undefined && { files: met.files }),
  }
}

class Runs {
  readonly #outcomes: Map<string, MutantOutcome>
  readonly #met: ReadonlyMap<string, MetBy>
  readonly #options: RunsOptions
  readonly #areApart: (one: string, other: string) => boolean
  /** Groups that were parted, before the mutants that were not run yet. */
  readonly #parted: MutantOutcome[][] = []
  readonly #queue: MutantOutcome[]
  /** Mutants that broke nothing in a run beside others, which may have been answered by another run's server. */
  readonly #alone: MutantOutcome[] = []
  readonly #running = new Set<Promise<void>>()
  #killed = 0
  #decided = 0

  constructor(outcomes: readonly MutantOutcome[], met: ReadonlyMap<string, MetBy>, options: RunsOptions) {
    this.#outcomes = new Map(outcomes.map((outcome) => [outcome.id, outcome]))
    this.#met = met
    this.#options = options
    this.#areApart = tellApart(options.answers ?? [])
    this.#queue = outcomes.filter(({ status }) => status === 'undecided')
  }

  outcomes(): MutantOutcome[] {
    return [...this.#outcomes.values()]
  }

  async work(): Promise<void> {
    for (;;) {
      const group = this.#next()
      if (group !== undefined) {
        const run = this.#run(group)
        this.#running.add(run)
        await run.finally(() => this.#running.delete(run))
      } else if (this.#running.size > 0)
        // A run that fails is parted, and leaves work for others.
        await Promise.race(this.#running)
      else return
    }
  }

  /** Runs once more, by themselves, the mutants that broke nothing beside others. */
  async alone(): Promise<void> {
    for (const outcome of this.#alone) {
      if (this.#options.stop.aborted) return
      this.#judge(outcome, await this.#options.run([outcome.id], this.#filesOf([outcome])))
    }
  }

  #next(): MutantOutcome[] | undefined {
    if (this.#options.stop.aborted) return undefined
    const parted = this.#parted.pop()
    if (parted !== undefined) return parted
    const first = this.#queue.shift()
    if (first === undefined) return undefined
    const group = [first]
    if (this.#options.tellsFiles === true) this.#fill(group, MOST_BY_FILES, haveNoFileInCommon)
    const size = this.#options.answers === undefined ? 1 : bestSize(this.#killed, this.#decided)
    if (group.length === 1) this.#fill(group, size, (one, other) => this.#areApart(one.clause, other.clause))
    return group
  }

  /** Moves mutants from the queue to a group in which any two may run together. */
  #fill(group: MutantOutcome[], most: number, may: (one: MutantOutcome, other: MutantOutcome) => boolean): void {
    for (let n = 0; n < this.#queue.length && group.length < most;)
      if (group.every((each) => may(each, this.#queue[n]!))) group.push(...this.#queue.splice(n, 1))
      else n++
  }

  #filesOf(group: readonly MutantOutcome[]): MetBy['files'] {
    const all = group.map(({ clause }) => this.#met.get(clause)?.files)
    return all.includes(undefined) ? undefined : [...new Set(all.flatMap((files) => files!))]
  }

  async #run(group: readonly MutantOutcome[]): Promise<void> {
    const ended = await this.#options.run(
      group.map(({ id }) => id),
      this.#filesOf(group),
    )
    if (ended.end === 'stopped') return
    if (group.length > 1 && ended.end !== 'passed') {
      const left = ended.failedFiles === undefined ? group : this.#judgeByFiles(group, ended, ended.failedFiles)
      const half = Math.ceil(left.length / 2)
      this.#parted.push(...[left.slice(half), left.slice(0, half)].filter(({ length }) => length > 0))
      return
    }
    const isBeside = this.#options.jobs > 1 || group.length > 1
    for (const outcome of group) this.#judgeBeside(outcome, ended, isBeside)
  }

  /** Judges what the failed files tell: a mutant that alone can have failed one, and those whose files all passed. Returns the others. */
  #judgeByFiles(group: readonly MutantOutcome[], ended: RunEnd, failed: readonly string[]): readonly MutantOutcome[] {
    const metIn = (file: string) => group.filter(({ files }) => files?.includes(file) !== false)
    const suspects = failed.map(metIn)
    if (suspects.length === 0 || suspects.some(({ length }) => length === 0)) return group
    const left: MutantOutcome[] = []
    for (const outcome of group) {
      const isNamed = suspects.some((each) => each.length === 1 && each[0] === outcome)
      if (isNamed) this.#judgeBeside(outcome, { ...ended, noticedBy: filterByFile(outcome, ended.noticedBy) }, true)
      else if (suspects.some((each) => each.includes(outcome))) left.push(outcome)
      else this.#judgeBeside(outcome, { ...ended, end: 'passed' }, true)
    }
    return left
  }

  #judgeBeside(outcome: MutantOutcome, ended: RunEnd, isBeside: boolean): void {
    if (isBeside && !ended.carriedOut.has(outcome.id)) this.#alone.push(outcome)
    else this.#judge(outcome, ended)
  }

  #judge(outcome: MutantOutcome, end: RunEnd): void {
    if (end.end === 'stopped') return
    const decided = verdict(outcome, end, this.#options.timeoutsKill)
    this.#decided++
    if (decided.status === 'killed') this.#killed++
    this.#outcomes.set(outcome.id, decided)
    this.#options.onDecided?.(decided)
  }
}

/** Most mutants of one run that the failed files tell apart. */
const MOST_BY_FILES = 32

function haveNoFileInCommon({ files: one }: MutantOutcome, { files: other }: MutantOutcome): boolean {
  return one !== undefined && other !== undefined && !one.some((file) => other.includes(file))
}

function filterByFile({ files = [] }: MutantOutcome, tests: readonly string[] = []): string[] {
  return tests.filter((test) => files.some((file) => test === file || test.startsWith(`${file} > `)))
}

function verdict(outcome: MutantOutcome, { end, said, noticedBy = [] }: RunEnd, timeoutsKill: boolean): MutantOutcome {
  if (end === 'passed') return { ...outcome, status: 'survived' }
  if (end === 'timeout' && !timeoutsKill) return { ...outcome, status: 'timeout' }
  const noticed = end === 'timeout' ? 'it did not end in time' : said
  return { ...outcome, status: 'killed', noticed, ...(noticedBy.length > 0 && { noticedBy }) }
}

/** Tells if no answer rested on two clauses together, so that mutants of both may be in force at once. Takes sets of clauses of one answer each. */
export function tellApart(answers: readonly (readonly string[])[]): (one: string, other: string) => boolean {
  const together = findTogether(answers)
  return (one, other) => one !== other && together.get(one)?.has(other) === false
}

/** For each clause the clauses, itself included, that some answer rested on together with it. */
function findTogether(answers: readonly (readonly string[])[]): Map<string, Set<string>> {
  const together = new Map<string, Set<string>>()
  for (const clauses of answers)
    for (const clause of clauses) {
      const others = together.get(clause) ?? new Set()
      together.set(clause, others)
      for (const other of clauses) others.add(other)
    }
  return together
}

/** Mutants of a run for the fewest runs in all, by how many were noticed so far. Runs begin with one. */
function bestSize(killed: number, decided: number): number {
  if (decided < 4) return 1
  const share = (killed + 1) / (decided + 2)
  const runsEach = (size: number): number => (size === 1 ? 1 : 1 / size + 1 - (1 - share) ** size)
  return [1, 2, 4, 8, 16].reduce((best, size) => (runsEach(size) < runsEach(best) ? size : best))
}
