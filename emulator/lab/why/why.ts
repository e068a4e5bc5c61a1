import { checkOptions } from '../../engine/checking/options.ts'
import { baseEmulator, keyFor } from '../engine/base-emulator.ts'
import { Deadline } from '../engine/deadline.ts'
import { readMilliseconds } from '../engine/read-milliseconds.ts'
import { functionKinds, type FunctionOptions } from '../subjects/with-function.ts'
import { functionSubject, type SubjectFunction } from '../subjects/function.ts'
import { askWhy } from './ask-why.ts'
import { failingClient } from './failing.ts'
import type { WhyReport } from './report.ts'

export type WhyOptions = FunctionOptions

/**
 * Explains why a function rejects: the smallest changes of the contract or of the start with which it does not, the
 * likeliest first. Rejects with `EmulatorError` for wrong options, and for a function that does not fail or asks nothing.
 *
 * @example
 * const { failing } = await why(async ({ fetch, baseUrl, apiKey }) => {
 *   const answer = await fetch(`${baseUrl}/orgs/acme`, { method: 'DELETE', headers: { 'X-API-Key': apiKey } })
 *   expect(answer.status).toBe(204)
 * })
 * console.log(failing[0].reasons[0]?.says)
 */
export async function why(subject: SubjectFunction, options: WhyOptions = {}): Promise<WhyReport> {
  checkOptions('why', options, functionKinds)
  const base = baseEmulator(options)
  const deadline = new Deadline(readMilliseconds('budget', options.budget, 0), undefined)
  const run = { deadline, timeLimit: readMilliseconds('timeLimit', options.timeLimit) }
  const failing = failingClient(functionSubject(subject, keyFor(base, options.apiKey)), base)
  try {
    return await askWhy(failing, run)
  } finally {
    deadline.close()
  }
}
