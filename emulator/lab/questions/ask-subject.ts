import { askAll, type Begun, type Live } from '../engine/begun.ts'
import type { Question as LabQuestion } from '../engine/question.ts'
import { choose, type Chosen } from './choose.ts'
import { findDifference, isShown } from './find-difference.ts'
import type { QuestionsOptions } from './options.ts'
import { makeReport } from './make-report.ts'
import { makeQuestion, type Question, type QuestionsReport } from './report.ts'
import { makeVariant, type AlternativeVariant } from './variants.ts'

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

/** Tries each alternative to an assumption that a subject met. */
export async function askSubject(
  begun: Begun,
  options: QuestionsOptions,
  live?: Live<Question>,
): Promise<QuestionsReport> {
  const chosen = choose(begun.baseline.first.met(), options)
  const found = await askAll(openQuestion(chosen, options), begun, MORE_CALLS, live)
  return makeReport(begun.subject.name, chosen, found, options)
}
