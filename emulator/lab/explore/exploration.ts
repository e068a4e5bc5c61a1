import { catalog } from '../../service/catalog.ts'
import { statementsOf, type CitationSet } from '../../engine/coverage/citation-set.ts'
import { didYouMean } from '../../engine/checking/near-miss.ts'
import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import type { Emulator } from '../../host/emulator.ts'
import { hostOf } from '../../host/instance-of.ts'
import type { Unit } from '../../engine/kernel/unit/definition.ts'
import { hasActed, observe, type Experiment, type Observed } from './experiment.ts'
import { concurrentCalls } from './concurrency.ts'
import { experimentsAfter, experimentsFor, requireCalls, wantsOrders } from './experiments.ts'
import { faultModel } from './fault-model.ts'
import type { Baseline, Group } from './fault.ts'
import { briefly, callLimit, failingLimit, judge, type Judgement, type References } from './oracle.ts'
import { millisecondsOf, type ExploreOptions } from './options.ts'
import { masked, masksOf, same } from './output.ts'
import { onlyWhatWasShown } from './only-what-was-shown.ts'
import { callsOf, otherCalls, pointsOf, type Point } from './points.ts'
import { now } from './real-time.ts'
import { namedOrder, smaller } from './reduction.ts'
import { secretsOf } from './secrets.ts'
import type { End, Limits, Subject } from './subject.ts'
import { isOverwritten } from './overwritten.ts'
import { worldDifferences, type WorldMasks } from './canonical.ts'
import { worldMasksOf } from './world-masks.ts'

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

/** What was run, and what there was no time for. */
export interface AllRun {
  readonly judged: readonly Judged[]
  readonly left: Readonly<Partial<Record<Group, number>>>
  /** Experiments of two faults that one of the two is enough for. */
  readonly reduced: readonly Experiment[]
  /** It was ended from outside. */
  readonly isStopped: boolean
}

/** A subject whose runs without a fault do not succeed, or do not agree, tells nothing. */
export class BaselineError extends EmulatorError {}

/** What is known of a subject once it has run without a fault. */
interface Begun
  extends
    Pick<Exploration, 'subject' | 'base' | 'first' | 'masks' | 'worldMasks' | 'otherCalls'>,
    Pick<Baseline, 'points' | 'concurrent'> {
  readonly options: ExploreOptions
  readonly tookMs: number
}

/** A subject in its world, without a fault: what every experiment is compared with. */
export class Exploration {
  readonly subject: Subject
  readonly base: Emulator
  readonly baseline: Baseline
  readonly first: Observed
  readonly masks: ReadonlySet<string>
  readonly worldMasks: WorldMasks
  /** Calls that the two runs without a fault did not make equally often: `GET /users/me: 1 and 0`. */
  readonly otherCalls: readonly string[]
  /** How often experiments were answered with each set of statements: answers share their sets. */
  readonly #cited = new Map<CitationSet, number>()
  readonly #secrets: readonly string[]
  readonly #time: Pick<Limits, 'timeMs' | 'idleMs'>
  readonly #options: ExploreOptions

  private constructor({
    subject,
    base,
    options,
    first,
    masks,
    worldMasks,
    otherCalls,
    tookMs,
    points,
    concurrent,
  }: Begun) {
    this.subject = subject
    this.base = base
    this.first = first
    this.masks = masks
    this.worldMasks = worldMasks
    this.otherCalls = otherCalls
    this.#options = options
    const { world } = hostOf(base)
    this.baseline = {
      points,
      concurrent,
      openings: first.openings,
      units: new Map<string, Unit>(catalog.map((unit) => [unit.id, unit])),
      start: world,
    }
    const idleMs = Math.max(MIN_TIME_LIMIT_MS, BASELINES * tookMs)
    const given = millisecondsOf('timeLimit', options.timeLimit)
    this.#time = given === undefined ? { idleMs, timeMs: CALLING_LIMITS * idleMs } : { idleMs: given, timeMs: given }
    this.#secrets = secretsOf(world)
  }

  /** Runs the subject twice without a fault: the second run knows what the first left behind, as all others do. Rejects with `BaselineError` when it fails, or writes something else each time. */
  static async begin(subject: Subject, base: Emulator, options: ExploreOptions): Promise<Exploration> {
    const timeMs = millisecondsOf('timeLimit', options.timeLimit) ?? 60_000
    const limits: Limits = { timeMs, idleMs: timeMs, calls: 100_000, failingPerSecond: () => Infinity }
    const began = now()
    const unmasked = await twice(subject, base, limits)
    const tookMs = (now() - began) / 2
    const worldMasks = worldMasksOf(unmasked[0].world, unmasked[1].world)
    const [cold, first] = worldMasks.size === 0 ? unmasked : await twice(subject, base, limits, worldMasks)
    const differences = worldDifferences(cold.world, first.world)
    if (differences.length > 0)
      throw new BaselineError(
        `${subject.name} writes something else each time, so that nothing can be compared:\n${differences.slice(0, 4).join('\n')}`,
      )
    const points = pointsOf(first.entries())
    if (points.length === 0 && first.openings === 0) throw new BaselineError(madeNoCall(subject, first, cold))
    requireCalls(subject, points, options)
    const names = points.length > 1 && wantsOrders(options) ? await concurrentCalls(subject, base, tookMs, limits) : []
    const concurrent = names.map((group) => group.flatMap((name) => points.find(({ id }) => id === name) ?? []))
    return new Exploration({
      subject,
      base,
      options,
      first,
      worldMasks,
      masks: new Set(masksOf(cold.output, first.output)),
      otherCalls: otherCalls(callsOf(cold.raw), callsOf(first.raw)),
      tookMs,
      points,
      concurrent,
    })
  }

  /** How often experiments exercised each clause. */
  clauses(): Record<string, number> {
    const counts: Record<string, number> = {}
    for (const [citations, times] of this.#cited)
      for (const id of statementsOf(citations).clauses) counts[id] = (counts[id] ?? 0) + times
    return counts
  }

  /** Real milliseconds that a run may take, however often it calls. */
  get timeMs(): number {
    return this.#time.timeMs
  }

  experiments(): Experiment[] {
    return experimentsFor(this.baseline, this.#options)
  }

  /** The experiment with this id. Rejects with `EmulatorError` and the near miss. */
  async named(id: string): Promise<Experiment> {
    const [first = '', second] = id.split(' then ')
    const all = this.experiments()
    const found = requireNamed(
      first,
      all.find((experiment) => experiment.id === first) ?? namedOrder(first, this.baseline, faultModel),
      all,
    )
    if (second === undefined) return found
    // Which calls appear because of the first fault, its run tells.
    const deeper = this.deeper(await this.run(found))
    return requireNamed(
      id,
      deeper.find((experiment) => experiment.id === id),
      deeper,
    )
  }

  /** Runs one experiment and judges it. */
  async run(experiment: Experiment): Promise<Judged> {
    const limits: Limits = {
      ...this.#time,
      calls: callLimit(this.baseline, experiment),
      failingPerSecond: (unit) => failingLimit(this.baseline, unit),
    }
    const run = await observe(this.subject, this.base, experiment.plans, limits, { masks: this.worldMasks })
    for (const { citations } of run.raw) this.#cited.set(citations, (this.#cited.get(citations) ?? 0) + 1)
    const judgement = judge(experiment, run, await this.#references(experiment, run, limits))
    return { experiment, run: this.#kept(run, judgement), judgement }
  }

  /** What is still asked of a run that is judged: a thousand journals and outputs would fill the memory. */
  #kept(run: Observed, { verdict }: Judgement): Observed {
    if (this.#options.case !== undefined) return run
    const { end, said, calls } = run.outcome
    const outcome =
      verdict === 'leaked-secret'
        ? run.outcome
        : { end, output: undefined, said: briefly(said), ...(calls !== undefined && { calls }) }
    const kept = { ...run, outcome, output: undefined }
    return this.#options.depth === 2 ? kept : { ...kept, raw: [], entries: () => [] }
  }

  /** The least experiment that comes to the same verdict; those that were run are looked up. */
  async least(judged: Judged, known: (id: string) => Judged | undefined): Promise<Judged> {
    for (const candidate of smaller(judged.experiment, this.baseline)) {
      const tried = known(candidate.id) ?? (await this.run(candidate))
      if (tried.judgement.verdict === judged.judgement.verdict) return this.least(tried, known)
    }
    return judged
  }

  /** Faults at the calls that a run made beyond those of the baseline. */
  deeper({ experiment, run }: Judged): Experiment[] {
    const known = new Set(this.baseline.points.map(({ id }) => id))
    // What comes before such a call is a call of this run.
    const points = pointsOf(run.entries())
    const appeared: Point[] = points.filter(({ id }) => !known.has(id))
    return experimentsAfter(experiment, appeared, { ...this.baseline, points }, this.#options)
  }

  /** References are run only where they decide: for a subject that claims success although the truth was changed. */
  async #references(experiment: Experiment, run: Observed, limits: Limits): Promise<References> {
    const { plans } = experiment
    const whole = await this.#whole(experiment, run, limits)
    const common = {
      baseline: this.first,
      masks: this.masks,
      secrets: this.#secrets,
      ...(whole !== undefined && { whole }),
    }
    const truth = plans.flatMap(({ truth: changes = [] }) => changes)
    if (truth.length === 0 || run.outcome.end !== 'succeeded' || !hasActed(experiment, run)) return common
    const inTurn = plans.flatMap((plan) => plan.inTurn ?? [])
    const masks = this.worldMasks
    const atEnd = await observe(this.subject, this.base, inTurn, limits, {
      masks,
      ...(inTurn.length === 0 && { after: truth }),
    })
    const before = await observe(
      this.subject,
      this.base,
      [{ what: 'the same change before it begins', before: truth }],
      limits,
      { masks },
    )
    return {
      ...common,
      changed: [atEnd, before, ...(isOverwritten(truth, this.first.world, this.baseline.start) ? [this.first] : [])],
    }
  }

  /** Where pages hold less, and a subject that claims success says something else: the run where there is no more than it was shown. */
  async #whole({ plans }: Experiment, run: Observed, limits: Limits): Promise<Observed | undefined> {
    const isAsked =
      plans.some(({ pages }) => pages) &&
      run.outcome.end === 'succeeded' &&
      !same(masked(run.output, this.masks), masked(this.first.output, this.masks))
    const plan = isAsked ? onlyWhatWasShown(run, this.baseline) : undefined
    return plan && observe(this.subject, this.base, [plan], limits, { masks: this.worldMasks })
  }
}

/** Two runs without a fault. Rejects with `BaselineError` when one fails. */
async function twice(
  subject: Subject,
  base: Emulator,
  limits: Limits,
  masks?: WorldMasks,
): Promise<[Observed, Observed]> {
  const watching = masks === undefined ? {} : { masks }
  const cold = await observe(subject, base, [], limits, watching)
  requireSuccess(subject, cold)
  const first = await observe(subject, base, [], limits, watching)
  requireSuccess(subject, first)
  return [cold, first]
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

/** Why nothing can be explored: a subject without calls, or with calls of another server, would survive every fault. */
function madeNoCall({ name }: Subject, run: Observed, cold: Observed): string {
  if (callsOf(cold.raw).length > 0)
    return `${name} made no call of the API in its second run, so that nothing can be explored: it keeps between its runs what it asked for in the first.`
  const [stray] = run.entries()
  const asked =
    stray === undefined
      ? ''
      : ` It asked for ${stray.request.method} ${stray.request.url}, which the API does not have.`
  return `${name} made no call of the API, so that nothing can be explored.${asked} Does it ask the address that it is given?`
}

const endings: Readonly<Record<Exclude<End, 'succeeded'>, string>> = {
  failed: 'fails',
  hung: 'hangs',
  crashed: 'crashes',
  storm: 'makes too many calls',
}

function requireSuccess({ name }: Subject, { outcome }: Observed): void {
  if (outcome.end === 'succeeded') return
  throw new BaselineError(
    `${name} ${endings[outcome.end]} without any fault, so that nothing can be explored: ${outcome.said}`,
  )
}
