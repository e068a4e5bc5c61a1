import type { Batch, BatchEnd, TryOutcome, Waiting } from './batch.ts'
import { openMutant, type OpenMutant } from './open-mutant.ts'
import type { MutantOutcome } from '../../mutation/report.ts'

interface TryOptions {
  readonly jobs: number
  /** Asked by each worker but the first before it begins. */
  mayJoin(): Promise<boolean>
  readonly timeoutsKill: boolean
  readonly stop: AbortSignal
  /** `onTry` is told of each try as it ends, so that the first verdicts need not wait for the last try of a run. */
  run(batch: Batch, onTry: (outcome: TryOutcome) => void): Promise<BatchEnd>
  nameTest(id: string): string
  /** Tells if two mutants, neither of which a test noticed, may be in force for a whole file at once. */
  mayShare(one: MutantOutcome, other: MutantOutcome): boolean
  onDecided(outcome: MutantOutcome): void
  /** Tests of a file depend on their order, so that it is run whole for each mutant. */
  onStateful(file: string): void
}

/** Tries of one run: so many that a run that goes wrong costs little. */
const MAX_TRIES = 240
/** Tries of the first run of each worker: something is known soon. */
const FIRST_TRIES = 30
/** Most mutants of one run of a whole file. */
const MOST_TOGETHER = 32
/** Runs in which a try may come to nothing before the whole file is run. */
const MAX_STALLS = 3

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
  readonly #open: readonly OpenMutant[]
  readonly #options: TryOptions
  #wake: (() => void)[] = []
  #runs = 0
  /** Mutants that passed all tries of a file before the whole file is run: one at first, so that something is known soon. */
  #enough = 1

  constructor(waiting: readonly Waiting[], options: TryOptions) {
    this.#options = options
    this.#open = waiting.map(openMutant)
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

  #ready(): OpenMutant[] {
    return this.#open.filter(({ outcome, isRunning }) => outcome.status === 'undecided' && !isRunning)
  }

  #choose(): { batch: Batch; mutants: OpenMutant[] } | undefined {
    const ready = this.#ready()
    const together = this.#together(ready)
    if (together.mutants.length >= this.#enough) {
      this.#enough = Math.min(MOST_TOGETHER, 2 * this.#enough)
      return together
    }
    const byFile = new Map<string, OpenMutant[]>()
    for (const mutant of ready)
      for (const [file, tests] of mutant.left)
        if (tests !== undefined) byFile.set(file, [...(byFile.get(file) ?? []), mutant])
    const [most] = [...byFile].sort(([, one], [, other]) => other.length - one.length)
    if (most !== undefined) return this.#tries(most[0], most[1], byFile.size)
    if (together.mutants.length > 0) return together
    const [first] = ready
    if (first === undefined) return undefined
    const [file] = first.left.keys()
    return { batch: { file: file!, whole: [first.outcome.id] }, mutants: [first] }
  }

  /** Mutants that passed all tries of a file, and may be in force for the whole of it together. */
  #together(ready: readonly OpenMutant[]): { batch: Batch; mutants: OpenMutant[] } {
    const [file = ''] = ready.flatMap(({ passed }) => [...passed])
    const mutants: OpenMutant[] = []
    let room = MOST_TOGETHER
    for (const mutant of ready) {
      if (!mutant.passed.has(file) || mutants.length >= Math.min(room, mutant.cap)) continue
      if (!mutants.every(({ outcome }) => this.#options.mayShare(outcome, mutant.outcome))) continue
      room = Math.min(room, mutant.cap)
      mutants.push(mutant)
    }
    return { batch: { file, whole: mutants.map(({ outcome }) => outcome.id) }, mutants }
  }

  /** As many mutants as fit; where there are fewer files than workers, a share for each. */
  #tries(file: string, mutants: readonly OpenMutant[], files: number): { batch: Batch; mutants: OpenMutant[] } {
    const { jobs } = this.#options
    const running = this.#open.filter(({ isRunning, left }) => isRunning && left.get(file) !== undefined).length
    let room = files < jobs ? Math.ceil((mutants.length + running) / jobs) : mutants.length
    const most = this.#runs++ < jobs ? FIRST_TRIES : MAX_TRIES
    const tries = new Map<string, string[]>()
    const chosen: OpenMutant[] = []
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
  #testsFor({ left, width }: OpenMutant, file: string, tries: ReadonlyMap<string, readonly string[]>): string[] {
    const busy = (test: string): number => tries.get(test)?.length ?? 0
    return [...left.get(file)!].sort((one, other) => busy(one) - busy(other)).slice(0, width)
  }

  async #run(batch: Batch, mutants: readonly OpenMutant[]): Promise<void> {
    for (const mutant of mutants) mutant.isRunning = true
    const end = await this.#options.run(batch, (each) => this.#noteKill(mutants, each))
    for (const mutant of mutants) mutant.isRunning = false
    if (!this.#options.stop.aborted || end.tries.length > 0) this.#judge(batch, mutants, end)
    this.#wakeAll()
  }

  #judge(batch: Batch, mutants: readonly OpenMutant[], end: BatchEnd): void {
    if (end.isStateful === true) {
      this.#runWhole(batch.file)
      return
    }
    const hung = mutants.find(({ outcome }) => outcome.id === end.hung?.mutant)
    if (hung !== undefined) this.#timeOut(hung)
    if ('whole' in batch) this.#judgeWhole(batch.file, mutants, end)
    else for (const mutant of mutants) this.#judgeTries(batch.file, mutant, mutants.length, end)
  }

  /** Decides a mutant that a test noticed, whatever else comes of the run. */
  #noteKill(mutants: readonly OpenMutant[], { mutant: id, test, end, said }: TryOutcome): void {
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

  #judgeWhole(file: string, mutants: readonly OpenMutant[], end: BatchEnd): void {
    const { failure, hung, isClean } = end
    const isBad = failure !== undefined || hung !== undefined || !isClean
    for (const mutant of mutants)
      if (mutants.length === 1 || !isBad) this.#judgeAlone(file, mutant, end)
      else mutant.cap = Math.max(1, Math.floor(mutants.length / 2))
  }

  #judgeAlone(file: string, mutant: OpenMutant, { failure, hung, isClean }: BatchEnd): void {
    if (hung !== undefined) this.#timeOut(mutant)
    else if (failure !== undefined) this.#kill(mutant, failure.by, failure.said)
    else if (!isClean) this.#kill(mutant, [], 'the run failed outside of a test')
    else this.#hold(mutant, file)
  }

  #judgeTries(file: string, mutant: OpenMutant, together: number, end: BatchEnd): void {
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
    if (tests.size > 0) return
    mutant.left.set(file, undefined)
    mutant.passed.add(file)
    mutant.cap = Infinity
  }

  /** Nothing in this file noticed it. */
  #hold(mutant: OpenMutant, file: string): void {
    mutant.left.delete(file)
    mutant.passed.delete(file)
    if (mutant.left.size === 0) this.#decide(mutant, { ...mutant.outcome, status: 'survived' })
  }

  #kill(mutant: OpenMutant, noticedBy: readonly string[], noticed: string): void {
    this.#decide(mutant, { ...mutant.outcome, status: 'killed', noticed, ...(noticedBy.length > 0 && { noticedBy }) })
  }

  #timeOut(mutant: OpenMutant): void {
    if (mutant.outcome.status !== 'undecided') return
    if (this.#options.timeoutsKill) this.#kill(mutant, [], 'it did not end in time')
    else this.#decide(mutant, { ...mutant.outcome, status: 'timeout' })
  }

  #decide(mutant: OpenMutant, outcome: MutantOutcome): void {
    mutant.outcome = outcome
    this.#options.onDecided(outcome)
  }
}
