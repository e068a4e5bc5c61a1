import type { Met, MetBy } from '../engine/subject.ts'
import type { Variant } from '../engine/variant.ts'
import type { TestRun } from '../subjects/test-runs.ts'
import type { MutantOutcome } from './report.ts'

interface RunsOptions {
  readonly jobs: number
  /** A run that does not end in time counts as having noticed the mutant. */
  readonly timeoutsKill: boolean
  /** No run begins once it is aborted. */
  readonly stop: AbortSignal
  /** Sets of clauses, each of one answer. Mutants of two clauses in one set run together only if no file met both. */
  readonly answers?: readonly (readonly string[])[]
  /** Runs report the failed test files, so mutants that no common file met can run together. */
  readonly tellsFiles?: boolean
  /** Runs the files that met the mutants, with all mutants in force. */
  run(ids: readonly string[], files: MetBy['files']): Promise<TestRun>
  onDecided?(outcome: MutantOutcome): void
}

/**
 * Decides mutants by running a suite with them. Mutants that break different answers run together while most runs pass;
 * if such a run fails, its mutants are split into smaller groups. Outcomes are in the order of the mutants.
 */
export async function tryRuns(mutants: readonly Variant[], met: Met, options: RunsOptions): Promise<MutantOutcome[]> {
  const runs = new Runs(
    mutants.map((mutant): MutantOutcome => undecided(mutant, met.get(mutant.statements[0] ?? ''))),
    met,
    options,
  )
  await Promise.all(Array.from({ length: options.jobs }, () => runs.work()))
  await runs.alone()
  return runs.outcomes()
}

/** The outcome of a mutant before any run. */
function undecided({ id, statements: [clause = ''], says: breaks }: Variant, met: MetBy | undefined): MutantOutcome {
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
  readonly #met: Met
  readonly #options: RunsOptions
  readonly #areApart: (one: string, other: string) => boolean
  /** Groups after a split, which run before the mutants without a run. */
  readonly #parted: MutantOutcome[][] = []
  readonly #queue: MutantOutcome[]
  /** Mutants that broke no answer while other runs were under way: another run's server may have answered. */
  readonly #alone: MutantOutcome[] = []
  readonly #running = new Set<Promise<void>>()
  #killed = 0
  #decided = 0

  constructor(outcomes: readonly MutantOutcome[], met: Met, options: RunsOptions) {
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
        // A run that fails is split into groups for other workers.
        await Promise.race(this.#running)
      else return
    }
  }

  /** Repeats, with no other run under way, the mutants that broke no answer. */
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

  /**
   * Decides mutants by the failed files: one that is the only cause of a failure, and those whose files all passed.
   * Returns the others.
   */
  #judgeByFiles(group: readonly MutantOutcome[], ended: TestRun, failed: readonly string[]): readonly MutantOutcome[] {
    const metIn = (file: string) => group.filter(({ files }) => files?.includes(file) !== false)
    const suspects = failed.map(metIn)
    if (suspects.length === 0 || suspects.some(({ length }) => length === 0)) return group
    const left: MutantOutcome[] = []
    for (const outcome of group) {
      const isNamed = suspects.some((each) => each.length === 1 && each[0] === outcome)
      if (isNamed) this.#judgeBeside(outcome, onlyIn(outcome, ended), true)
      else if (suspects.some((each) => each.includes(outcome))) left.push(outcome)
      else this.#judgeBeside(outcome, { ...ended, end: 'passed', failures: [] }, true)
    }
    return left
  }

  #judgeBeside(outcome: MutantOutcome, ended: TestRun, isBeside: boolean): void {
    if (isBeside && !ended.notes.altered().has(outcome.id)) this.#alone.push(outcome)
    else this.#judge(outcome, ended)
  }

  #judge(outcome: MutantOutcome, end: TestRun): void {
    if (end.end === 'stopped') return
    const decided = verdict(outcome, end, this.#options.timeoutsKill)
    this.#decided++
    if (decided.status === 'killed') this.#killed++
    this.#outcomes.set(outcome.id, decided)
    this.#options.onDecided?.(decided)
  }
}

/** Most mutants in a run that is judged by its failed files. */
const MOST_BY_FILES = 32

function haveNoFileInCommon({ files: one }: MutantOutcome, { files: other }: MutantOutcome): boolean {
  return one !== undefined && other !== undefined && !one.some((file) => other.includes(file))
}

/** The part of a run that the files of a mutant are. */
function onlyIn({ files = [] }: MutantOutcome, run: TestRun): TestRun {
  const isIn = (test: string): boolean => files.some((file) => test === file || test.startsWith(`${file} > `))
  const failedFiles = run.failedFiles?.filter((file) => files.includes(file))
  return { ...run, failedFiles, failures: run.failures.filter(({ name }) => isIn(name)) }
}

function verdict(outcome: MutantOutcome, run: TestRun, timeoutsKill: boolean): MutantOutcome {
  const { end, said, failures, failedFiles = [] } = run
  if (end === 'passed') return { ...outcome, status: run.notes.altered().has(outcome.id) ? 'survived' : 'unshown' }
  if (end === 'timeout' && !timeoutsKill) return { ...outcome, status: 'timeout' }
  const named = failures.flatMap(({ name }) => (name === '' ? [] : [name]))
  const noticedBy = [...new Set(named.length > 0 ? named : failedFiles)]
  const noticed =
    end === 'timeout' ? 'it did not end in time' : (failures.find(({ name }) => name !== '')?.message ?? said)
  return { ...outcome, status: 'killed', noticed, ...(noticedBy.length > 0 && { noticedBy }) }
}

/**
 * Returns a function that is true for two clauses without a common answer, whose mutants can be in force at once.
 * `answers`: a set of clauses for each answer.
 */
function tellApart(answers: readonly (readonly string[])[]): (one: string, other: string) => boolean {
  const together = findTogether(answers)
  return (one, other) => one !== other && together.get(one)?.has(other) === false
}

/** For each clause, all clauses of answers that rested on it, including itself. */
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

/** Number of mutants per run that needs the fewest runs, by the share noticed so far; one at first. */
function bestSize(killed: number, decided: number): number {
  if (decided < 4) return 1
  const share = (killed + 1) / (decided + 2)
  const runsEach = (size: number): number => (size === 1 ? 1 : 1 / size + 1 - (1 - share) ** size)
  return [1, 2, 4, 8, 16].reduce((best, size) => (runsEach(size) < runsEach(best) ? size : best))
}
