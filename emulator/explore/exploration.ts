import { catalog } from '../catalog.ts'
import { didYouMean } from '../diagnostics/near-miss.ts'
import { EmulatorError } from '../diagnostics/emulator-error.ts'
import type { Emulator } from '../host/emulator.ts'
import { hostOf } from '../host/instance-of.ts'
import type { Unit } from '../kernel/unit/definition.ts'
import { changedAfter, changedBefore, observe, type Experiment, type Observed } from './experiment.ts'
import { experimentsAfter, experimentsFor } from './experiments.ts'
import type { Baseline } from './fault.ts'
import { callLimit, failingLimit, judge, type Judgement, type References } from './oracle.ts'
import { millisecondsOf, type ExploreOptions } from './options.ts'
import { masksOf } from './output.ts'
import { pointsOf, type Point } from './points.ts'
import { now } from './real-time.ts'
import type { Limits, Subject } from './subject.ts'
import { worldDifferences } from './canonical.ts'

/** Shortest time limit of a run, and how many times over the baseline may take. */
const MIN_TIME_LIMIT_MS = 5_000
const BASELINES = 5
/** A client that goes on calling, with pauses, has so many times as long. A time limit that was given holds for all of a run. */
const CALLING_LIMITS = 4

export interface Judged {
  readonly experiment: Experiment
  readonly run: Observed
  readonly judgement: Judgement
}

/** A subject whose runs without a fault do not succeed, or do not agree, tells nothing. */
export class BaselineError extends EmulatorError {}

export interface Progress {
  /** Told after each experiment. */
  readonly onJudged?: (judged: Judged, done: number, of: number) => void
  /** Runs at a time; default 1. */
  readonly jobs?: number
}

/** A subject in its world, without a fault: what every experiment is compared with. */
export class Exploration {
  readonly subject: Subject
  readonly base: Emulator
  readonly baseline: Baseline
  readonly first: Observed
  readonly masks: ReadonlySet<string>
  readonly #secrets: readonly string[]
  readonly #time: Pick<Limits, 'timeMs' | 'idleMs'>
  readonly #options: ExploreOptions

  private constructor(subject: Subject, base: Emulator, options: ExploreOptions, first: Observed, masks: ReadonlySet<string>, tookMs: number) {
    this.subject = subject
    this.base = base
    this.first = first
    this.masks = masks
    this.#options = options
    const { world } = hostOf(base)
    this.baseline = { points: pointsOf(first.entries), units: new Map<string, Unit>(catalog.map((unit) => [unit.id, unit])), start: world }
    const idleMs = Math.max(MIN_TIME_LIMIT_MS, BASELINES * tookMs)
    const given = millisecondsOf('timeLimit', options.timeLimit)
    this.#time = given === undefined ? { idleMs, timeMs: CALLING_LIMITS * idleMs } : { idleMs: given, timeMs: given }
    this.#secrets = [...Array.from(world.api_keys.rows(), ({ record }) => record.key), ...Array.from(world.tokens.rows(), ({ record }) => record.token)]
  }

  /** Runs the subject twice without a fault. Rejects with `BaselineError` when it fails, or writes something else each time. */
  static async begin(subject: Subject, base: Emulator, options: ExploreOptions): Promise<Exploration> {
    const timeMs = millisecondsOf('timeLimit', options.timeLimit) ?? 60_000
    const limits: Limits = { timeMs, idleMs: timeMs, calls: 100_000, failingPerSecond: () => Infinity }
    const began = now()
    const first = await observe(subject, base, [], limits)
    const tookMs = now() - began
    requireSuccess(subject, first)
    const second = await observe(subject, base, [], limits)
    requireSuccess(subject, second)
    const differences = worldDifferences(first.world, second.world)
    if (differences.length > 0) throw new BaselineError(`${subject.name} writes something else each time, so that nothing can be compared:\n${differences.slice(0, 4).join('\n')}`)
    return new Exploration(subject, base, options, first, new Set(masksOf(first.output, second.output)), tookMs)
  }

  experiments(): Experiment[] {
    return experimentsFor(this.baseline, this.#options)
  }

  /** The experiment with this id. Throws `EmulatorError` with the near miss. */
  named(id: string): Experiment[] {
    const all = this.experiments()
    const found = all.filter((experiment) => experiment.id === id)
    if (found.length === 0) throw new EmulatorError(`there is no experiment '${id}'${didYouMean(id, all.map((each) => each.id))}`)
    return found
  }

  /** Runs one experiment and judges it. */
  async run(experiment: Experiment): Promise<Judged> {
    const limits: Limits = { ...this.#time, calls: callLimit(this.baseline, experiment), failingPerSecond: (unit) => failingLimit(this.baseline, unit) }
    const run = await observe(this.subject, this.base, experiment.plans, limits)
    return { experiment, run, judgement: judge(experiment, run, await this.#references(experiment, run, limits)) }
  }

  /** Faults at the calls that a run made beyond those of the baseline. */
  deeper({ experiment, run }: Judged): Experiment[] {
    const known = new Set(this.baseline.points.map(({ id }) => id))
    const appeared: Point[] = pointsOf(run.entries).filter(({ id }) => !known.has(id))
    return experimentsAfter(experiment, appeared, this.baseline, this.#options)
  }

  /** References are run only where they decide: for a subject that claims success although the truth was changed. */
  async #references({ plans }: Experiment, run: Observed, limits: Limits): Promise<References> {
    const common = { baseline: this.first, masks: this.masks, secrets: this.#secrets }
    const truth = plans.flatMap(({ truth: changes = [] }) => changes)
    if (truth.length === 0 || run.outcome.end !== 'succeeded') return common
    const atEnd = await changedAfter(this.subject, this.base, truth, limits)
    return { ...common, changed: [atEnd, await changedBefore(this.subject, this.base, truth, limits)] }
  }
}

function requireSuccess({ name }: Subject, { outcome }: Observed): void {
  if (outcome.end === 'succeeded') return
  throw new BaselineError(`${name} ${outcome.end === 'failed' ? 'fails' : outcome.end} without any fault, so that nothing can be explored: ${outcome.said}`)
}
