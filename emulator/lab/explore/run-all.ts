import { isFault, takesTime } from '../../engine/faults/registry.ts'
import type { Deadline } from '../engine/deadline.ts'
import type { How } from '../engine/how.ts'
import { tryVariants } from '../engine/try-variants.ts'
import type { Observed } from '../engine/world-subject.ts'
import type { AllRun, Exploration, JudgedRun } from './exploration.ts'
import { isReached, type Experiment } from './experiment.ts'
import type { Memory } from '../engine/memory.ts'
import type { ReportCase } from '../../scenario/reports/report.ts'
import { recallRuns } from './recall-runs.ts'
import { isKnown, isRejected, findingKey, verdictAndFault, experimentReport } from './findings.ts'
import type { Group, PlainRun } from './fault.ts'
import type { ExploreOptions } from './options.ts'
import type { Verdict } from './verdict.ts'
import { adviseOn } from './advice.ts'
import { experimentCase } from './explore-report.ts'

export interface Progress {
  /** Called after each experiment. `rejected` counts the rejected ones so far. */
  readonly onJudged?: (done: number, of: number, rejected: number) => void
  /** Called for the first experiment of each finding, once it is certain. */
  readonly onFinding?: (finding: FirstSight) => void
  /** Called with the case of each experiment. */
  readonly onCase?: (each: ReportCase) => void
  /** Verdicts that need no run. */
  readonly memory?: Memory | undefined
  /** Runs all findings: scenarios are made of them. */
  readonly savesFindings?: boolean
  /** Number of concurrent runs; default 1. */
  readonly jobs?: number | undefined
  /** Stops the exploration. Experiments under way count as not run. */
  readonly stop?: AbortSignal | undefined
}

/** A finding as its first experiment shows it. `at` is undefined for a fault of the whole run. */
export interface FirstSight {
  readonly verdict: Verdict
  readonly what: string
  readonly at: string | undefined
}

type RunInput = [
  exploration: Exploration,
  options: ExploreOptions,
  progress?: Omit<Progress, 'stop'>,
  deadline?: Deadline,
]

/**
 * Runs the experiments that there is time for, several at a time. Then repeats what others may have disturbed, and
 * reduces each finding to its smallest experiment.
 */
export async function runAll(
  ...[exploration, options, progress, deadline = exploration.deadline]: RunInput
): Promise<AllRun> {
  const all = await runEach(exploration, options, progress, deadline)
  const judged = new Map<string, JudgedRun>(all.judged.map((each) => [each.experiment.id, each]))
  const reduced: Experiment[] = []
  for (const each of all.judged) {
    if (!isRejected(each, options) || deadline.isOver || options.case !== undefined) continue
    const least = await exploration.least(each, (id) => judged.get(id))
    if (least === each || deadline.why === 'stopped') continue
    judged.delete(each.experiment.id)
    judged.set(least.experiment.id, least)
    if (each.experiment.after !== undefined) reduced.push(each.experiment)
  }
  return { ...all, judged: [...judged.values()], reduced }
}

/** Runs the experiments that there is time for, and repeats what others may have disturbed. Reduces none. */
export async function runEach(
  ...[exploration, options, progress = {}, deadline = exploration.deadline]: RunInput
): Promise<AllRun> {
  const { onJudged, memory } = progress
  const all = options.case === undefined ? exploration.experiments() : [await exploration.named(options.case)]
  const kept = memory && (await recallRuns(memory, exploration, all, { ...options, ...progress }))
  const experiments = all.filter(({ id }) => kept?.has(id) !== true)
  const places = new Map(all.map(({ id }, place) => [id, place]))
  const judged = new Map<number, JudgedRun>(Array.from(kept ?? [], ([id, each]) => [places.get(id)!, each]))
  const left: Partial<Record<Group, number>> = {}
  const shown = new Set<string>()
  let rejected = 0
  for await (const event of tryVariants(
    exploration.subject,
    experiments,
    howTo(exploration, options, progress, deadline),
  )) {
    if (event.kind === 'skipped') {
      const { group } = event.variant.fault
      left[group] = (left[group] ?? 0) + 1
      continue
    }
    const { variant, number, result, done, of } = event
    // Experiments of a second fault come after all others.
    judged.set(places.get(variant.id) ?? all.length + number, result)
    if (isRejected(result, options)) rejected++
    onJudged?.(done, of, rejected)
    const sight = firstSight(result, options, shown)
    if (sight !== undefined) progress.onFinding?.(sight)
    progress.onCase?.(judgedCase(result, exploration.baseline, options))
  }
  const inOrder = [...judged].toSorted(([a], [b]) => a - b).map(([, each]) => each)
  return { judged: inOrder, left, reduced: [], isStopped: deadline.why === 'stopped' }
}

function howTo(
  exploration: Exploration,
  options: ExploreOptions,
  { jobs, memory }: Omit<Progress, 'stop'>,
  deadline: Deadline,
): How<Experiment, JudgedRun, Observed> {
  const { isInProcess } = exploration.subject
  return {
    deadline,
    jobs,
    limits: (experiment) => exploration.limits(experiment),
    judge: async (experiment, run) => {
      const judged = await exploration.judge(experiment, run)
      return memory === undefined ? judged : memory.mark('explore', experiment, run, judged)
    },
    waits: withholdsAnswer,
    waitsAfterMs: exploration.waitsAfterMs,
    nameResult: ({ result }) => verdictAndFault(result),
    /*
     * A run that hangs beside others may only be waiting for them, unless its answer is withheld. A function may fail
     * because of another run in the same process, or get an answer from it in place of its own.
     */
    isDoubtful: ({ result }, { isBeside, isDisturbed }) => {
      const { experiment, run, judgement } = result
      const reached = isReached(experiment, run)
      const mayWait = isInProcess ? isBeside : jobs !== undefined && jobs > 1
      if (judgement.verdict === 'hung' && mayWait && !(withholdsAnswer(experiment) && reached)) return true
      if (!isInProcess) return false
      const mayBeDisturbed = isDisturbed || (isBeside && judgement.verdict === 'crashed')
      return (isBeside && !reached) || (mayBeDisturbed && isRejected(result, options))
    },
    // A finding of one fault needs no second one.
    more: ({ result }) =>
      options.depth === 2 &&
      options.case === undefined &&
      result.experiment.after === undefined &&
      !isRejected(result, options)
        ? exploration.deeper(result)
        : [],
  }
}

/** A finding that no experiment before has shown. */
function firstSight(judged: JudgedRun, options: ExploreOptions, shown: Set<string>): FirstSight | undefined {
  if (!isRejected(judged, options) || isKnown(judged, options)) return undefined
  const keys = [verdictAndFault(judged), findingKey(judged)]
  const isShown = keys.some((key) => shown.has(key))
  for (const key of keys) shown.add(key)
  const { experiment, judgement } = judged
  return isShown ? undefined : { verdict: judgement.verdict, what: experiment.says, at: experiment.point?.id }
}

/** True if a fault of the experiment holds an answer back. */
function withholdsAnswer({ plans }: Pick<Experiment, 'plans'>): boolean {
  return plans.some(({ triggers = [] }) =>
    triggers.some((trigger) => [trigger.do].flat().some((action) => isFault(action) && takesTime(action))),
  )
}

/** The case of an experiment as it was judged, before findings are gathered. */
function judgedCase(judged: JudgedRun, baseline: PlainRun, options: ExploreOptions): ReportCase {
  const isFinding = isRejected(judged, options) && !isKnown(judged, options)
  const lesson = isFinding ? adviseOn(judged.experiment.fault, judged.judgement) : undefined
  return experimentCase(experimentReport(judged, baseline), lesson)
}
