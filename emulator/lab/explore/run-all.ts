import { isFault, takesTime } from '../../engine/faults/registry.ts'
import type { AllRun, Exploration, Judged } from './exploration.ts'
import { isReached, type Experiment } from './experiment.ts'
import { describePlans, isKnown, isRejected, findingKey, verdictAndFault } from './findings.ts'
import type { Group } from './fault.ts'
import { readMilliseconds, type ExploreOptions } from './options.ts'
import { now } from './real-time.ts'
import { Slots, type Slot, type Waiting } from './slots.ts'
import type { Verdict } from './verdict.ts'

export interface Progress {
  /** Called after each experiment. `rejected` counts the rejected ones so far. */
  readonly onJudged?: (done: number, of: number, rejected: number) => void
  /** Called for the first experiment of each finding, once it is certain. */
  readonly onFinding?: (finding: FirstSight) => void
  /** Number of concurrent runs; default 1. */
  readonly jobs?: number
  /** Stops the exploration. Experiments under way count as not run. */
  readonly stop?: AbortSignal | undefined
}

/** A finding as its first experiment shows it. `at` is undefined for a fault of the whole run. */
export interface FirstSight {
  readonly verdict: Verdict
  readonly what: string
  readonly at: string | undefined
}

/**
 * Runs the experiments that fit into the budget, several at a time. Then repeats what others may have disturbed, and
 * reduces each finding to its smallest experiment.
 */
export async function runAll(...asked: Asked): Promise<AllRun> {
  return (await runConfirmed(...asked)).reduced()
}

/** Runs the experiments that fit into the budget, and repeats what others may have disturbed. Reduces none. */
export async function runEach(...asked: Asked): Promise<AllRun> {
  return (await runConfirmed(...asked)).unreduced()
}

type Asked = [exploration: Exploration, options: ExploreOptions, progress?: Progress]

async function runConfirmed(...[exploration, options, progress = {}]: Asked): Promise<Runs> {
  const all = new Runs(exploration, options, progress)
  await all.everything()
  await all.confirm()
  return all
}

/** Maximum of runs under way in this process, and of programs that wait. */
const MOST_FUNCTIONS = 256
const MOST_WAITING = 32

class Runs {
  readonly #exploration: Exploration
  readonly #options: ExploreOptions
  readonly #progress: Progress
  readonly #queue: Experiment[] = []
  readonly #judged = new Map<Experiment, Judged>()
  readonly #left: Partial<Record<Group, number>> = {}
  readonly #until: number
  readonly #stopped: Promise<undefined>
  readonly #isInProcess: boolean
  readonly #mostRuns: number
  readonly #slots: Slots
  /** Experiments whose run others may have disturbed. */
  readonly #doubtful = new Set<Experiment>()
  readonly #shown = new Set<string>()
  #rejected = 0

  constructor(exploration: Exploration, options: ExploreOptions, progress: Progress) {
    this.#exploration = exploration
    this.#options = options
    this.#progress = progress
    this.#until = now() + (readMilliseconds('budget', options.budget) ?? Infinity)
    this.#isInProcess = exploration.subject.isInProcess === true
    const { jobs = 1, stop } = progress
    this.#stopped = new Promise((resolve) => stop?.addEventListener('abort', () => resolve(undefined), { once: true }))
    // One job of a program is one program at a time.
    this.#mostRuns = this.#isInProcess ? MOST_FUNCTIONS : jobs === 1 ? 1 : jobs + MOST_WAITING
    this.#slots = new Slots(jobs, this.#mostRuns)
  }

  async everything(): Promise<void> {
    const { case: one } = this.#options
    this.#queue.push(...(one === undefined ? this.#exploration.experiments() : [await this.#exploration.named(one)]))
    // Runs whose answer is withheld begin first: they cost nothing while they wait. A budget goes by severity alone.
    const first = this.#until === Infinity ? inOrderOfWaiting(this.#queue) : [...this.#queue]
    let deeper = this.#queue.length
    const next = (): Experiment | undefined => first.shift() ?? this.#queue[deeper++]
    const work = async (): Promise<void> => {
      for (;;) {
        const slot = await this.#slots.enter()
        const experiment = next()
        if (experiment !== undefined) await this.#run(experiment, slot)
        this.#slots.leave(slot)
        if (experiment === undefined) return
      }
    }
    await Promise.all(Array.from({ length: Math.min(this.#mostRuns, first.length) }, work))
  }

  async #run(experiment: Experiment, slot: Slot): Promise<void> {
    const { group } = experiment.fault
    const result = this.#isOver ? undefined : await this.#result(experiment, slot)
    if (result === undefined || this.#isStopped) {
      this.#left[group] = (this.#left[group] ?? 0) + 1
      return
    }
    this.#judged.set(experiment, result)
    if (this.#isDoubtful(result, slot)) this.#doubtful.add(experiment)
    if (isRejected(result, this.#options)) this.#rejected++
    this.#progress.onJudged?.(this.#judged.size, this.#queue.length, this.#rejected)
    this.#show(result)
    // A finding of one fault needs no second one.
    if (
      this.#options.depth === 2 &&
      this.#options.case === undefined &&
      experiment.after === undefined &&
      !isRejected(result, this.#options)
    )
      this.#queue.push(...this.#exploration.deeper(result))
  }

  #show(judged: Judged): void {
    const { experiment, judgement } = judged
    if (this.#doubtful.has(experiment) || !isRejected(judged, this.#options) || isKnown(judged, this.#options)) return
    const keys = [verdictAndFault(judged), findingKey(judged)]
    const isShown = keys.some((key) => this.#shown.has(key))
    for (const key of keys) this.#shown.add(key)
    if (isShown) return
    this.#progress.onFinding?.({
      verdict: judgement.verdict,
      what: describePlans(experiment),
      at: experiment.point?.id,
    })
  }

  async #result(experiment: Experiment, slot: Slot): Promise<Judged | undefined> {
    const running = this.#exploration.run(experiment, this.#overlap(slot))
    // A program is waited for: it is killed, and its folder removed. A function cannot be ended.
    return this.#isInProcess ? Promise.race([running, this.#stopped]) : running
  }

  get #isStopped(): boolean {
    return this.#progress.stop?.aborted === true
  }

  /** True if the budget is used up. */
  get #isOver(): boolean {
    return this.#isStopped || now() > this.#until
  }

  /**
   * Lets another run begin while this one waits, unless runs of this process share a global that one of them replaced.
   */
  #overlap(slot: Slot): Waiting {
    const { fetch } = globalThis
    return {
      afterMs: this.#exploration.waitsAfterMs,
      waits: () => {
        if (!this.#isInProcess || globalThis.fetch === fetch) slot.waits()
      },
      wakes: () => slot.wakes(),
    }
  }

  /**
   * True if a run has to be repeated alone. One that hangs beside others may only be waiting for them, unless its
   * answer is withheld. A function may fail because of another run in the same process, or get an answer from it in
   * place of its own.
   */
  #isDoubtful(judged: Judged, slot: Slot): boolean {
    const { experiment, run, judgement } = judged
    const isBeside = this.#isInProcess ? slot.isBeside : this.#mostRuns > 1
    const reached = isReached(experiment, run)
    if (judgement.verdict === 'hung' && isBeside && !(withholdsAnswer(experiment) && reached)) return true
    if (!this.#isInProcess) return false
    const mayBeDisturbed = slot.isDisturbed || (slot.isBeside && judgement.verdict === 'crashed')
    return (slot.isBeside && !reached) || (mayBeDisturbed && isRejected(judged, this.#options))
  }

  /**
   * Repeats doubtful runs alone, until one experiment of each fault and verdict is confirmed. Where one ends otherwise
   * then, runs do disturb each other, and all that are doubtful are repeated.
   */
  async confirm(): Promise<void> {
    const certain = this.#inOrder().filter(({ experiment }) => !this.#doubtful.has(experiment))
    const confirmed = new Set(certain.map(verdictAndFault))
    let isDisturbed = false
    for (const judged of this.#inOrder()) {
      if (confirmed.has(verdictAndFault(judged))) continue
      const alone = await this.#repeat(judged)
      if (alone === undefined) return
      confirmed.add(verdictAndFault(alone))
      isDisturbed ||= alone.judgement.verdict !== judged.judgement.verdict
    }
    if (!isDisturbed) return
    for (const judged of this.#inOrder())
      if (this.#doubtful.has(judged.experiment) && (await this.#repeat(judged)) === undefined) return
  }

  /** Repeats an experiment alone; undefined if the exploration was stopped. */
  async #repeat({ experiment }: Judged): Promise<Judged | undefined> {
    if (this.#isStopped) return undefined
    const alone = await this.#exploration.run(experiment)
    if (this.#isStopped) return undefined
    this.#judged.set(experiment, alone)
    this.#doubtful.delete(experiment)
    this.#show(alone)
    return alone
  }

  unreduced(): AllRun {
    return { judged: this.#inOrder(), left: this.#left, reduced: [], isStopped: this.#isStopped }
  }

  async reduced(): Promise<AllRun> {
    const judged = new Map<string, Judged>(this.#inOrder().map((each) => [each.experiment.id, each]))
    const reduced: Experiment[] = []
    for (const each of Array.from(judged.values())) {
      if (!isRejected(each, this.#options) || this.#isOver || this.#options.case !== undefined) continue
      const least = await this.#exploration.least(each, (id) => judged.get(id))
      if (least === each || this.#isStopped) continue
      judged.delete(each.experiment.id)
      judged.set(least.experiment.id, least)
      if (each.experiment.after !== undefined) reduced.push(each.experiment)
    }
    return { judged: [...judged.values()], left: this.#left, reduced, isStopped: this.#isStopped }
  }

  #inOrder(): Judged[] {
    return this.#queue.flatMap((experiment) => this.#judged.get(experiment) ?? [])
  }
}

/** True if a fault of the experiment holds an answer back. */
function withholdsAnswer({ plans }: Experiment): boolean {
  return plans.some(({ triggers = [] }) =>
    triggers.some((trigger) => [trigger.do].flat().some((action) => isFault(action) && takesTime(action))),
  )
}

function inOrderOfWaiting(all: readonly Experiment[]): Experiment[] {
  return [...all.filter(withholdsAnswer), ...all.filter((each) => !withholdsAnswer(each))]
}
