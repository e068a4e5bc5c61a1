import type { SubjectFunction } from '../subjects/function.ts'
import { withFunction } from '../subjects/with-function.ts'
import { askSubject } from './ask-subject.ts'
import { checkQuestionsOptions, type QuestionsOptions } from './options.ts'
import type { QuestionsReport } from './report.ts'

/**
 * Finds the open questions of the specification that a client depends on. Runs the client, then repeats the run for
 * each alternative to an assumption that it met, and compares the result that it returns and the world that it leaves.
 *
 * Rejects with `EmulatorError` for wrong options, and for a client that makes no call or fails without an alternative.
 *
 * @example
 * const { questions } = await questions(async ({ fetch, baseUrl, apiKey }) => {
 *   const response = await fetch(`${baseUrl}/orgs/acme`, { headers: { 'X-API-Key': apiKey } })
 *   return (await response.json()).org.name
 * })
 * for (const { asks } of questions.filter(({ matters }) => matters)) console.log(asks)
 */
export async function questions(subject: SubjectFunction, options: QuestionsOptions = {}): Promise<QuestionsReport> {
  checkQuestionsOptions(options)
  return withFunction(subject, options, (begun) => askSubject(begun, options))
}
