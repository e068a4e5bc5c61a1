import type { MutantOutcome } from './report.ts'

/** A test, or a whole test file, that met a clause. */
export interface Place {
  readonly file: string
  /** Ids of tests; undefined where only the whole file can be run. */
  readonly tests: readonly string[] | undefined
}

/** A mutant that waits for its verdict, and where it can be noticed. */
export interface Waiting {
  readonly outcome: MutantOutcome
  readonly places: readonly Place[]
}

/** One run of a test file: some of its tests with some mutants each, or all of it with one. */
export type Batch =
  | { readonly file: string; readonly tries: ReadonlyMap<string, readonly string[]> }
  | { readonly file: string; readonly whole: string }

/** Verdict on one test with one mutant. */
export interface TryOutcome {
  readonly test: string
  readonly mutant: string
  readonly end: 'killed' | 'passed' | 'idle' | 'late'
  readonly said: string
}

/** How a run of a test file ended. */
export interface BatchEnd {
  readonly tries: readonly TryOutcome[]
  /** Nothing failed but tests: no hook, no promise that nothing waited for, no worker. */
  readonly isClean: boolean
  /** Of a whole file: the tests that failed, and what the first of them said. */
  readonly failure: { readonly by: readonly string[]; readonly said: string } | undefined
  /** Nothing was tried: the tests of the file depend on their order, so that it can only be run whole. */
  readonly isStateful?: boolean
  /** The run did not end in time; the mutant that was in force, where one was. */
  readonly hung?: { readonly mutant: string | undefined }
}

export interface TryOptions {
  readonly jobs: number
  /** Asked by each worker but the first before it begins. */
  mayJoin(): Promise<boolean>
  readonly timeoutsKill: boolean
  readonly stop: AbortSignal
  /** `onTry` is told of each try as it ends, so that the first verdicts need not wait for the last try of a run. */
  run(batch: Batch, onTry: (outcome: TryOutcome) => void): Promise<BatchEnd>
  nameTest(id: string): string
  onDecided(outcome: MutantOutcome): void
  /** Tests of a file depend on their order, so that it is run whole for each mutant. */
  onStateful(file: string): void
}

/** Tries of one run: so many that a run that goes wrong costs little. */
const MAX_TRIES = 240
/** Tries of the first run of each worker: something is known soon. */
const FIRST_TRIES = 30
/** Runs in which a try may come to nothing before the whole file is run. */
const MAX_STALLS = 3

interface Open {
  outcome: MutantOutcome
  /** Tests that are left, by file; undefined: the whole file. */
  readonly left: Map<string, Set<string> | undefined>
  /** Tests of its next run: one at first, as most mutants are noticed by any test, then twice as many each time. */
  width: number
  /** Most mutants that its next run may have. */
  cap: number
  stalls: number
  isRunning: boolean
}

/**
 * Decides mutants by running the tests that met them: many mutants in one run of a file, each in force for tests of its own. Gives the
 * outcomes in the order of the mutants.
 */
export async function tryTests(waiting: readonly Waiting[], options: TryOptions): Promise<MutantOutcome[]> {
  const all = new Tried(waiting, options)
  const join = async (n: number): Promise<void> => {
    if (n === 0 || (await options.mayJoin())) await all.work()
  }
  await Promise.all(Array.from({ length: options.jobs }, (_, n) => join(n)))
  return all.outcomes()
}

class Tried {
  readonly #open: readonly Open[]
  readonly #options: TryOptions
  #wake: (() => void)[] = []
  #runs = 0

  constructor(waiting: readonly Waiting[], options: TryOptions) {
    this.#options = options
    this.#open = waiting.map(({ outcome, places }) => ({
      outcome,
      left: new Map(places.map(({ file, tests }) => [file, tests && new Set(tests)])),
      width: 1,
      cap: Infinity,
      stalls: 0,
      isRunning: false,
    }))
  }

  outcomes(): MutantOutcome[] {
    return this.#open.map(({ outcome }) => outcome)
  }

  /** Runs batches until nothing is left to decide. */
  async work(): Promise<void> {
    while (!this.#options.stop.aborted) {
      const next = this.#choose()
      if (next === undefined && !this.#open.some(({ isRunning }) => isRunning)) break
      if (next === undefined) await new Promise<void>((wake) => this.#wake.push(wake))
      else await this.#run(next.batch, next.mutants)
    }
    this.#wakeAll()
  }

  #wakeAll(): void {
    const wake = this.#wake
    this.#wake = []
    for (const each of wake) each()
  }

  #ready(): Open[] {
    return this.#open.filter(({ outcome, isRunning }) => outcome.status === 'undecided' && !isRunning)
  }

  #choose(): { batch: Batch; mutants: Open[] } | undefined {
    const ready = this.#ready()
    const byFile = new Map<string, Open[]>()
    for (const mutant of ready)
      for (const [file, tests] of mutant.left)
        if (tests !== undefined) byFile.set(file, [...(byFile.get(file) ?? []), mutant])
    const [most] = [...byFile].sort(([, one], [, other]) => other.length - one.length)
    if (most !== undefined) return this.#tries(most[0], most[1], byFile.size)
    const [first] = ready
    if (first === undefined) return undefined
    const [file] = first.left.keys()
    return { batch: { file: file!, whole: first.outcome.id }, mutants: [first] }
  }

  /** As many mutants as fit; where there are fewer files than workers, a share for each. */
  #tries(file: string, mutants: readonly Open[], files: number): { batch: Batch; mutants: Open[] } {
    const { jobs } = this.#options
    const running = this.#open.filter(({ isRunning, left }) => isRunning && left.get(file) !== undefined).length
    let room = files < jobs ? Math.ceil((mutants.length + running) / jobs) : mutants.length
    const most = this.#runs++ < jobs ? FIRST_TRIES : MAX_TRIES
    const tries = new Map<string, string[]>()
    const chosen: Open[] = []
    let count = 0
    for (const mutant of mutants) {
      if (chosen.length >= room || count >= most) break
      if (chosen.length >= mutant.cap) continue
      room = Math.min(room, mutant.cap)
      chosen.push(mutant)
      for (const test of this.#testsFor(mutant, file, tries)) {
        count++
        tries.set(test, [...(tries.get(test) ?? []), mutant.outcome.id])
      }
    }
    return { batch: { file, tries }, mutants: chosen }
  }

  /** The next tests for a mutant: those with the fewest mutants so far, so that the tests of a file share the work. */
  #testsFor({ left, width }: Open, file: string, tries: ReadonlyMap<string, readonly string[]>): string[] {
    const busy = (test: string): number => tries.get(test)?.length ?? 0
    return [...left.get(file)!].sort((one, other) => busy(one) - busy(other)).slice(0, width)
  }

  async #run(batch: Batch, mutants: readonly Open[]): Promise<void> {
    for (const mutant of mutants) mutant.isRunning = true
    const end = await this.#options.run(batch, (each) => this.#noteKill(mutants, each))
    for (const mutant of mutants) mutant.isRunning = false
    if (!this.#options.stop.aborted || end.tries.length > 0) this.#judge(batch, mutants, end)
    this.#wakeAll()
  }

  #judge(batch: Batch, mutants: readonly Open[], end: BatchEnd): void {
    if (end.isStateful === true) {
      this.#runWhole(batch.file)
      return
    }
    const hung = mutants.find(({ outcome }) => outcome.id === end.hung?.mutant)
    if (hung !== undefined) this.#timeOut(hung)
    if ('whole' in batch) this.#judgeWhole(batch.file, mutants[0]!, end)
    else for (const mutant of mutants) this.#judgeTries(batch.file, mutant, mutants.length, end)
  }

  /** Decides a mutant that a test noticed, whatever else comes of the run. */
  #noteKill(mutants: readonly Open[], { mutant: id, test, end, said }: TryOutcome): void {
    const mutant = mutants.find(({ outcome }) => outcome.id === id)
    if (end === 'killed' && mutant?.outcome.status === 'undecided')
      this.#kill(mutant, [this.#options.nameTest(test)], said)
  }

  /** From now on a file is run whole for each mutant. */
  #runWhole(file: string): void {
    const having = this.#open.filter(({ left }) => left.get(file) !== undefined)
    for (const { left } of having) left.set(file, undefined)
    if (having.length > 0) this.#options.onStateful(file)
  }

  #judgeWhole(file: string, mutant: Open, { failure, hung, isClean }: BatchEnd): void {
    if (hung !== undefined) this.#timeOut(mutant)
    else if (failure !== undefined) this.#kill(mutant, failure.by, failure.said)
    else if (!isClean) this.#kill(mutant, [], 'the run failed outside of a test')
    else this.#hold(mutant, file)
  }

  #judgeTries(file: string, mutant: Open, together: number, end: BatchEnd): void {
    const own = end.tries.filter((each) => each.mutant === mutant.outcome.id)
    for (const each of own) this.#noteKill([mutant], each)
    if (mutant.outcome.status !== 'undecided') return
    mutant.width *= 2
    if (own.some((each) => each.end === 'idle')) return void mutant.left.set(file, undefined)
    // Other mutants of the run can have cut it short.
    if (own.some((each) => each.end === 'late')) mutant.cap = 1
    if (end.tries.length === 0 && end.hung?.mutant === undefined) mutant.stalls++
    // A failure outside of tests may come from any of these mutants: try fewer next time, down to one in the whole file.
    const isDoubtful = !end.isClean
    if (isDoubtful) mutant.cap = Math.max(1, Math.floor(together / 2))
    if ((isDoubtful && together === 1) || mutant.stalls >= MAX_STALLS) return void mutant.left.set(file, undefined)
    if (isDoubtful) return
    const tests = mutant.left.get(file)!
    for (const each of own) if (each.end === 'passed') tests.delete(each.test)
    if (tests.size === 0) this.#hold(mutant, file)
  }

  /** Nothing in this file noticed it. */
  #hold(mutant: Open, file: string): void {
    mutant.left.delete(file)
    if (mutant.left.size === 0) this.#decide(mutant, { ...mutant.outcome, status: 'survived' })
  }

  #kill(mutant: Open, noticedBy: readonly string[], noticed: string): void {
    this.#decide(mutant, { ...mutant.outcome, status: 'killed', noticed, ...(noticedBy.length > 0 && { noticedBy }) })
  }

  #timeOut(mutant: Open): void {
    if (mutant.outcome.status !== 'undecided') return
    if (this.#options.timeoutsKill) this.#kill(mutant, [], 'it did not end in time')
    else this.#decide(mutant, { ...mutant.outcome, status: 'timeout' })
  }

  #decide(mutant: Open, outcome: MutantOutcome): void {
    mutant.outcome = outcome
    this.#options.onDecided(outcome)
  }
}
