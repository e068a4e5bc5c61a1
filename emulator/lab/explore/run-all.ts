import type { AllRun, Exploration, Judged } from './exploration.ts'
import type { Experiment } from './experiment.ts'
import { faultName, isRejected } from './findings.ts'
import type { Group } from './fault.ts'
import { readMilliseconds, type ExploreOptions } from './options.ts'
import { now } from './real-time.ts'

export interface Progress {
  /** Called after each experiment. `rejected` counts the rejected ones so far. */
  readonly onJudged?: (done: number, of: number, rejected: number) => void
  /** Number of concurrent runs; default 1. */
  readonly jobs?: number
  /** Stops the exploration. Experiments under way count as not run. */
  readonly stop?: AbortSignal | undefined
}

/**
 * Runs the experiments that fit into the budget, several at a time. Then repeats those that hung beside others, and
 * reduces each finding to its smallest experiment.
 */
export async function runAll(
  exploration: Exploration,
  options: ExploreOptions,
  progress: Progress = {},
): Promise<AllRun> {
  const all = new Runs(exploration, options, progress)
  await all.everything()
  await all.confirmHung()
  return all.reduced()
}

class Runs {
  readonly #exploration: Exploration
  readonly #options: ExploreOptions
  readonly #progress: Progress
  readonly #queue: Experiment[] = []
  readonly #judged = new Map<Experiment, Judged>()
  readonly #left: Partial<Record<Group, number>> = {}
  readonly #until: number
  #rejected = 0

  constructor(exploration: Exploration, options: ExploreOptions, progress: Progress) {
    this.#exploration = exploration
    this.#options = options
    this.#progress = progress
    this.#until = now() + (readMilliseconds('budget', options.budget) ?? Infinity)
  }

  async everything(): Promise<void> {
    const { case: one } = this.#options
    this.#queue.push(...(one === undefined ? this.#exploration.experiments() : [await this.#exploration.named(one)]))
    let next = 0
    const work = async (): Promise<void> => {
      for (let experiment = this.#queue[next++]; experiment !== undefined; experiment = this.#queue[next++])
        await this.#run(experiment)
    }
    await Promise.all(Array.from({ length: this.#progress.jobs ?? 1 }, work))
  }

  async #run(experiment: Experiment): Promise<void> {
    const { group } = experiment.fault
    const result = this.#isOver ? undefined : await this.#exploration.run(experiment)
    if (result === undefined || this.#isStopped) {
      this.#left[group] = (this.#left[group] ?? 0) + 1
      return
    }
    this.#judged.set(experiment, result)
    if (isRejected(result, this.#options)) this.#rejected++
    this.#progress.onJudged?.(this.#judged.size, this.#queue.length, this.#rejected)
    // A finding of one fault needs no second one.
    if (
      this.#options.depth === 2 &&
      this.#options.case === undefined &&
      experiment.after === undefined &&
      !isRejected(result, this.#options)
    )
      this.#queue.push(...this.#exploration.deeper(result))
  }

  get #isStopped(): boolean {
    return this.#progress.stop?.aborted === true
  }

  /** True if the budget is used up. */
  get #isOver(): boolean {
    return this.#isStopped || now() > this.#until
  }

  /**
   * A program that hangs beside others may only be waiting for them: for each fault with hangs, one experiment must
   * also hang when it runs alone.
   */
  async confirmHung(): Promise<void> {
    if ((this.#progress.jobs ?? 1) === 1) return
    const confirmed = new Set<string>()
    for (const { experiment, judgement } of this.#inOrder()) {
      const fault = faultName(experiment)
      if (judgement.verdict !== 'hung' || confirmed.has(fault)) continue
      const alone = this.#isStopped ? undefined : await this.#exploration.run(experiment)
      if (alone === undefined || this.#isStopped) return
      this.#judged.set(experiment, alone)
      if (alone.judgement.verdict === 'hung') confirmed.add(fault)
    }
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
