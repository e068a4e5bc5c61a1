import { citedStatements, type CitationSet } from '../../engine/coverage/citation-set.ts'
import { didYouMean } from '../../engine/checking/near-miss.ts'
import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { hostOf } from '../../host/instance-of.ts'
import { exploreBaseline, type BaselineRuns } from './baseline-runs.ts'
import type { WorldBaseline } from '../engine/baseline.ts'
import type { Deadline } from '../engine/deadline.ts'
import type { Remembered } from '../engine/memory.ts'
import type { Observed, WorldSubject } from '../engine/world-subject.ts'
import type { Experiment } from './experiment.ts'
import { experimentsAfter, experimentsFor } from './experiments.ts'
import { faultModel } from './fault-model.ts'
import { catalogUnits, type PlainRun, type Group } from './fault.ts'
import type { Judgement } from './judgement.ts'
import { callLimit, failingLimit, timeLimits } from './limits.ts'
import { shortenMiddle, judge } from './oracle.ts'
import type { ExploreOptions } from './options.ts'
import { findPoints, type Point } from './points.ts'
import { findOrderById, listSmaller } from './reduction.ts'
import { makeReferences } from './references.ts'
import { findSecrets } from '../engine/secrets.ts'
import type { Limits } from '../engine/client.ts'

export interface JudgedRun extends Remembered {
  readonly experiment: Experiment
  readonly run: Observed
  readonly judgement: Judgement
}

/** Experiments that were run, and those that the budget left no time for. */
export interface AllRun {
  readonly judged: readonly JudgedRun[]
  readonly left: Readonly<Partial<Record<Group, number>>>
  /** Experiments with two faults of which one is enough. */
  readonly reduced: readonly Experiment[]
  /** True if the exploration was ended from outside. */
  readonly isStopped: boolean
}

interface ExplorationOptions extends ExploreOptions {
  /** Keeps the calls of each run, which are compared with those of another client. */
  readonly keepsCalls?: boolean
}

/** Least and most milliseconds without a call after which a function is taken to wait, and the least for a program. */
const [MIN_FUNCTION_WAIT_MS, MAX_FUNCTION_WAIT_MS] = [4, 12] as const
const PROGRAM_WAIT_MS = 250
/** Factor over the time that a function takes for each of its calls. */
const CALLS_OF_WAIT = 3

/** A subject, its runs without a fault, and the experiments that are compared with them. */
export class Exploration {
  readonly subject: WorldSubject
  /** Ends its runs. */
  readonly deadline: Deadline
  readonly baseline: PlainRun
  readonly begun: BaselineRuns
  /** Number of experiments by the set of statements that answered them: answers share their sets. */
  readonly #cited = new Map<CitationSet, number>()
  readonly #secrets: readonly string[]
  readonly #options: ExplorationOptions

  private constructor(deadline: Deadline, options: ExplorationOptions, begun: BaselineRuns) {
    const { first, points, concurrent } = begun
    const { world } = hostOf(begun.subject.base)
    this.subject = begun.subject
    this.deadline = deadline
    this.begun = begun
    this.#options = options
    this.baseline = {
      points,
      concurrent,
      openings: first.openings,
      units: catalogUnits,
      start: world,
    }
    this.#secrets = findSecrets(world)
  }

  /**
   * Runs the subject without a fault, unless that is known. Rejects with `BaselineError` when experiments could not be compared with that.
   */
  static async begin(
    subject: WorldSubject | WorldBaseline,
    options: ExplorationOptions,
    deadline: Deadline,
  ): Promise<Exploration> {
    return new Exploration(deadline, options, await exploreBaseline(subject, options, deadline))
  }

  /** Number of experiments that exercised each clause. */
  clauses(): Record<string, number> {
    const counts: Record<string, number> = {}
    for (const [citations, times] of this.#cited)
      for (const id of citedStatements(citations).clauses) counts[id] = (counts[id] ?? 0) + times
    return counts
  }

  /** Limits for the run of an experiment. */
  limits(experiment: Pick<Experiment, 'plans'>): Limits {
    return {
      ...timeLimits(this.begun.tookMs, experiment, this.#options),
      calls: callLimit(this.baseline, experiment),
      failingPerSecond: (unit) => failingLimit(this.baseline, unit),
    }
  }

  experiments(): Experiment[] {
    return experimentsFor(this.baseline, this.#options)
  }

  /** Finds an experiment by its id. Rejects with `EmulatorError` and the near miss. */
  async named(id: string): Promise<Experiment> {
    const [first = '', second] = id.split(' then ')
    const all = this.experiments()
    const found = requireNamed(
      first,
      all.find((experiment) => experiment.id === first) ?? findOrderById(first, this.baseline, faultModel),
      all,
    )
    if (second === undefined) return found
    // The run of the first fault shows which calls appear because of it.
    const deeper = this.deeper(await this.run(found))
    return requireNamed(
      id,
      deeper.find((experiment) => experiment.id === id),
      deeper,
    )
  }

  /** Real milliseconds without a call after which a run waits. A program needs some for each of its calls. */
  get waitsAfterMs(): number {
    const { tookMs } = this.begun
    if (!this.subject.isInProcess) return Math.max(PROGRAM_WAIT_MS, tookMs)
    const each = (CALLS_OF_WAIT * tookMs) / Math.max(1, this.baseline.points.length)
    return Math.min(MAX_FUNCTION_WAIT_MS, Math.max(MIN_FUNCTION_WAIT_MS, each))
  }

  /** Runs and judges one experiment. */
  async run(experiment: Experiment): Promise<JudgedRun> {
    const run = await this.subject.run(experiment.overlay, this.limits(experiment), this.deadline.signal)
    return this.judge(experiment, run)
  }

  /** Judges a run with an experiment. */
  async judge(experiment: Experiment, run: Observed): Promise<JudgedRun> {
    for (const { citations } of run.calls) this.#cited.set(citations, (this.#cited.get(citations) ?? 0) + 1)
    const references = await makeReferences(experiment, run, {
      ...this.begun,
      baseline: this.baseline,
      secrets: this.#secrets,
      limits: this.limits(experiment),
      signal: this.deadline.signal,
    })
    const judgement = judge(experiment, run, references)
    return { experiment, run: this.#trimmed(run, judgement), judgement }
  }

  /** Drops what no report needs: a thousand journals and outputs would fill the memory. */
  #trimmed(run: Observed, { verdict }: Judgement): Observed {
    if (this.#options.case !== undefined) return run
    const { end, said, calls } = run.outcome
    const outcome =
      verdict === 'leaked-secret'
        ? run.outcome
        : { end, output: undefined, said: shortenMiddle(said), ...(calls !== undefined && { calls }) }
    const kept = { ...run, outcome, output: undefined }
    return this.#options.depth === 2 || this.#options.keepsCalls === true
      ? kept
      : { ...kept, calls: [], entries: () => [], met: () => new Map(), altered: () => new Set() }
  }

  /** The smallest experiment with the same verdict. `known` looks up those already run. */
  async least(judged: JudgedRun, known: (id: string) => JudgedRun | undefined): Promise<JudgedRun> {
    for (const candidate of listSmaller(judged.experiment, this.baseline)) {
      const tried = known(candidate.id) ?? (await this.run(candidate))
      if (tried.judgement.verdict === judged.judgement.verdict) return this.least(tried, known)
    }
    return judged
  }

  /** Experiments at the calls that a run made in addition to those of the baseline. */
  deeper({ experiment, run }: JudgedRun): Experiment[] {
    const known = new Set(this.baseline.points.map(({ id }) => id))
    // A fault before such a call refers to calls of this run, not of the baseline.
    const points = findPoints(run.entries())
    const appeared: Point[] = points.filter(({ id }) => !known.has(id))
    return experimentsAfter(experiment, appeared, { ...this.baseline, points }, this.#options)
  }
}

function requireNamed(id: string, found: Experiment | undefined, all: readonly Experiment[]): Experiment {
  if (found === undefined)
    throw new EmulatorError(
      `there is no experiment '${id}'${didYouMean(
        id,
        all.map((each) => each.id),
      )}`,
    )
  return found
}
