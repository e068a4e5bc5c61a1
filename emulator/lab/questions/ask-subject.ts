import type { NamedAlternative } from '../../contract/assumptions.ts'
import { citedStatements } from '../../engine/coverage/citation-set.ts'
import type { Emulator } from '../../host/emulator.ts'
import { hostOf } from '../../host/instance-of.ts'
import { runBaseline, type BaselineRuns } from '../explore/baseline-runs.ts'
import { observe, type Observed } from '../explore/experiment.ts'
import { timeLimits } from '../explore/limits.ts'
import { readMilliseconds } from '../explore/options.ts'
import type { Plan } from '../explore/plan.ts'
import { now } from '../explore/real-time.ts'
import type { Limits, Subject } from '../explore/subject.ts'
import { choose } from './choose.ts'
import { findDifference } from './find-difference.ts'
import type { QuestionsOptions } from './options.ts'
import { makeReport } from './make-report.ts'
import { makeQuestion, type Question, type QuestionsReport } from './report.ts'

/** Listener to a run of `questions`. */
export interface QuestionsProgress {
  /** Called with the number of alternatives to try. */
  readonly begin?: ((of: number) => void) | undefined
  readonly onTried?: ((question: Question) => void) | undefined
  /** Runs of programs at the same time; default 1. */
  readonly jobs?: number | undefined
  /** Ends the run. The report lists alternatives without a result as `left`. */
  readonly stop?: AbortSignal | undefined
}

/** Factor by which an alternative may multiply the calls of a client, as with pages of 3 instead of 1000 items. */
const MORE_CALLS = 400

/**
 * Runs a client in a plain world, then for each alternative to an assumption that it met, in a world that follows the
 * alternative. Rejects with `EmulatorError` for a client that fails in the plain world, or makes no call.
 */
export async function askSubject(
  subject: Subject,
  base: Emulator,
  options: QuestionsOptions,
  { begin, onTried, jobs = 1, stop }: QuestionsProgress = {},
): Promise<QuestionsReport> {
  const until = now() + (readMilliseconds('budget', options.budget) ?? Infinity)
  const baseline = await runBaseline(subject, base, { ...timeOption(options), skip: ['order'] })
  const { tried, settled, notMet } = choose(findMet(baseline.first), options)
  begin?.(tried.length)
  const found = new Map<NamedAlternative, Question>()
  const waiting = [...tried]
  const work = async (): Promise<void> => {
    while (stop?.aborted !== true && now() < until) {
      const next = waiting.shift()
      if (next === undefined) return
      const run = await runOtherwise(subject, base, next, baseline, options)
      // The result of a stopped program is not used.
      if (stopped(stop)) return
      const question = makeQuestion(next, findDifference(baseline.first, run, baseline.masks), options)
      found.set(next, question)
      onTried?.(question)
    }
  }
  await Promise.all(Array.from({ length: subject.isInProcess === true ? 1 : jobs }, work))
  return makeReport(subject.name, { tried, settled, notMet }, found, options)
}

const stopped = (stop: AbortSignal | undefined): boolean => stop?.aborted === true

/** Assumptions that the answers of a run rest on. */
function findMet({ raw }: Observed): Set<string> {
  return new Set(raw.flatMap(({ citations }) => citedStatements(citations).assumptions))
}

function runOtherwise(
  subject: Subject,
  base: Emulator,
  { id, says }: NamedAlternative,
  { tookMs, worldMasks, points, first }: BaselineRuns,
  options: QuestionsOptions,
): Promise<Observed> {
  const { otherwise = [] } = hostOf(base).world.state.settings
  const plan: Plan = { what: says, settings: { otherwise: [...otherwise, id] } }
  const limits: Limits = {
    ...timeLimits(tookMs, { plans: [plan] }, timeOption(options)),
    calls: MORE_CALLS * (points.length + first.openings + 1),
    failingPerSecond: () => Infinity,
  }
  return observe(subject, base, [plan], limits, { masks: worldMasks })
}

const timeOption = ({ timeLimit }: QuestionsOptions) => (timeLimit === undefined ? {} : { timeLimit })
