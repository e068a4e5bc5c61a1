import type { NamedAlternative } from '../../contract/assumptions.ts'
import type { Emulator } from '../../host/emulator.ts'
import { runWorldBaseline } from '../engine/baseline.ts'
import { callNames } from '../engine/call-names.ts'
import { wideLimits, type Client } from '../engine/client.ts'
import { Deadline } from '../engine/deadline.ts'
import { ask, type Question as LabQuestion } from '../engine/question.ts'
import { WorldSubject } from '../engine/world-subject.ts'
import { baselineLimit, timeLimits } from '../explore/limits.ts'
import { readMilliseconds } from '../engine/read-milliseconds.ts'
import { choose, type Chosen } from './choose.ts'
import { findDifference, isShown } from './find-difference.ts'
import type { QuestionsOptions } from './options.ts'
import { makeReport } from './make-report.ts'
import { makeQuestion, type Question, type QuestionsReport } from './report.ts'
import { makeVariant, type AlternativeVariant } from './variants.ts'

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

/** The question that alternatives ask, once it is known which of them are tried. */
function openQuestion({ tried }: Chosen, options: QuestionsOptions): LabQuestion<AlternativeVariant, Question> {
  return {
    name: 'questions',
    variants: () => tried.map(makeVariant),
    judge: ({ alternative }, seen, baseline) =>
      makeQuestion(
        alternative,
        {
          difference: findDifference(baseline.first, seen, baseline.masks),
          shown: isShown(alternative, baseline.first, seen),
        },
        options,
      ),
    isFinding: ({ matters, accepted }) => matters && accepted !== true,
  }
}

/**
 * Runs a client in a plain world, then for each alternative to an assumption that it met, in a world that follows the
 * alternative. Rejects with `EmulatorError` for a client that fails in the plain world, or makes no call.
 */
export async function askSubject(
  client: Client,
  base: Emulator,
  options: QuestionsOptions,
  { begin, onTried, jobs, stop }: QuestionsProgress = {},
): Promise<QuestionsReport> {
  const deadline = new Deadline(readMilliseconds('budget', options.budget), stop)
  const time = options.timeLimit === undefined ? {} : { timeLimit: options.timeLimit }
  try {
    const baseline = await runWorldBaseline(new WorldSubject(client, base), wideLimits(baselineLimit(time)), deadline)
    const { subject, first, tookMs } = baseline
    const limits = {
      ...timeLimits(tookMs, { plans: [] }, time),
      calls: MORE_CALLS * (callNames(first.calls).length + first.openings + 1),
      failingPerSecond: () => Infinity,
    }
    const chosen = choose(first.met(), options)
    const found = new Map<NamedAlternative, Question>()
    const question = openQuestion(chosen, options)
    for await (const event of ask(question, { subject, baseline, deadline, jobs, limits: () => limits })) {
      if (event.kind === 'baseline') begin?.(event.of)
      if (event.kind !== 'tried') continue
      found.set(event.variant.alternative, event.result)
      onTried?.(event.result)
    }
    return makeReport(client.name, chosen, found, options)
  } finally {
    deadline.close()
  }
}
