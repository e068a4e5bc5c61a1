import { checkOptions } from '../../engine/checking/options.ts'
import type { SubjectFunction } from '../subjects/function.ts'
import { functionKinds, withFunction, type FunctionOptions } from '../subjects/with-function.ts'
import { askLeans } from './ask-leans.ts'
import type { LeanFile } from './lean-file.ts'

/**
 * Finds the sentences and assumptions that a function leans on: runs it, then once for each way to change a statement
 * that it met, and compares the result that it returns and the world that it leaves. Written as JSON, the result is a
 * file for `svc-emulator may-change`.
 *
 * Rejects with `EmulatorError` for wrong options, and for a function that makes no call or fails as it is.
 *
 * @example
 * const lean = await leans(async function names({ fetch, baseUrl, apiKey }) {
 *   const answer = await fetch(`${baseUrl}/users/me`, { headers: { 'X-API-Key': apiKey } })
 *   return (await answer.json()).user.name
 * })
 * writeFileSync('leans/names.json', JSON.stringify(lean, null, 2))
 */
export async function leans(subject: SubjectFunction, options: FunctionOptions = {}): Promise<LeanFile> {
  checkOptions('leans', options, functionKinds)
  return withFunction(subject, options, async (begun) => (await askLeans(begun, undefined)).lean)
}
