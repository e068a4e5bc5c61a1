import { contractStamp } from '../../contract/stamp.ts'
import type { Chosen } from './choose.ts'
import type { QuestionsOptions } from './options.ts'
import { inOrderOfEffect, type Question, type QuestionsReport } from './report.ts'

/** Creates the report of a run from the questions that were tried. */
export function makeReport(
  subject: string,
  { tried, settled, notMet }: Chosen,
  found: ReadonlyMap<string, Question>,
  { accept = [] }: Pick<QuestionsOptions, 'accept'>,
): QuestionsReport {
  const questions = tried.flatMap(({ id }) => found.get(id) ?? [])
  return {
    contract: contractStamp(),
    subject,
    questions: inOrderOfEffect(questions),
    settled,
    notMet,
    left: tried.filter(({ id }) => !found.has(id)).map(({ id }) => id),
    stale: questions

      .filter(({ alternative, matters, shown }) => shown && !matters && accept.includes(alternative))
      .map(({ alternative }) => alternative),
  }
}
