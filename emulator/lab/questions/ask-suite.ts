import type { NamedAlternative } from '../../contract/assumptions.ts'
import { shortened } from '../../contract/shortened.ts'
import { observedIn } from '../../host/facts/facts.ts'
import type { MutantOutcome } from '../mutation/report.ts'
import { trySuite, type Live, type Trial } from '../mutation/try-suite.ts'
import { makeVariant } from './variants.ts'
import type { QuestionsProgress } from './ask-subject.ts'
import { choose } from './choose.ts'
import { namedAlternatives } from './named-alternatives.ts'
import { makeReport } from './make-report.ts'
import type { QuestionsOptions } from './options.ts'
import { makeQuestion, type Difference, type Question, type QuestionsReport } from './report.ts'

/** The report on a suite, and the command line that repeats an alternative. */
export interface AskedSuite {
  readonly report: QuestionsReport
  readonly formatRerun: (alternative: string) => string
  /** False if the suite sent no request to an emulator in its processes. */
  readonly hasMet: boolean
}

/**
 * Runs a suite whose tests create emulators, then repeats it with each alternative to an assumption that it met.
 * Rejects with `SubjectFails` if the suite fails without an alternative.
 */
export async function askSuite(
  trial: Omit<Trial, 'live'> & { readonly note: (text: string) => void },
  options: QuestionsOptions,
  { begin, onTried }: QuestionsProgress = {},
): Promise<AskedSuite> {
  const known = observedIn(options.facts)
  const all = namedAlternatives(options.only).filter(({ assumption }) => !known.has(assumption))
  const variants = all.map(makeVariant)
  const byId = new Map(all.map((each) => [each.id, each]))
  const live: Live = {
    begin: (of) => begin?.(of),
    decided: (outcome) => {
      const question = findQuestion(byId.get(outcome.id)!, outcome, options)
      if (question !== undefined) onTried?.(question)
    },
    note: trial.note,
  }
  const { outcomes, met, formatRerun } = await trySuite(variants, { ...trial, live, timeoutsKill: true })
  const chosen = choose(new Set(met.keys()), options)
  const found = new Map<NamedAlternative, Question>()
  for (const outcome of outcomes) {
    const alternative = byId.get(outcome.id)!
    const question = chosen.tried.includes(alternative) ? findQuestion(alternative, outcome, options) : undefined
    if (question !== undefined) found.set(alternative, question)
  }
  const files = new Map(outcomes.map((outcome) => [outcome.id, outcome]))
  return {
    report: makeReport(trial.program.join(' '), chosen, found, options),
    formatRerun: (id) => formatRerun(files.get(id) ?? { id }),
    hasMet: met.size > 0,
  }
}

function findQuestion(
  alternative: NamedAlternative,
  { status, noticed = '', noticedBy = [] }: MutantOutcome,
  options: QuestionsOptions,
): Question | undefined {
  if (status === 'unmet' || status === 'undecided') return undefined
  const [why = ''] = noticed.split('\n', 1)
  const difference: Difference | undefined =
    status === 'survived' || status === 'unshown'
      ? undefined
      : { effect: 'failure', what: `fails: ${shortened(why, MAX_WHY)}`, tests: noticedBy }
  return makeQuestion(alternative, { difference, shown: status !== 'unshown' }, options)
}

const MAX_WHY = 160
