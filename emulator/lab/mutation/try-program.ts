import { BaselineError, SubjectFails } from '../engine/baseline.ts'
import type { Variant } from '../engine/variant.ts'
import type { Surroundings } from '../subjects/with-program.ts'
import { tryServed } from './try-served.ts'
import { trySuite, type TriedSuite, type Trial } from './try-suite.ts'

/**
 * Tries a command whose processes have emulators; any other, which asks the server that it is given, against one. A
 * client may fail without a server. Rejects with `NoCall` for one that asks nothing, and with `SubjectFails` for one
 * that fails either way.
 */
export async function tryProgram(
  variants: readonly Variant[],
  trial: Trial,
  serve: Surroundings['serve'],
): Promise<TriedSuite> {
  let failure: SubjectFails | undefined
  const own = await trySuite(variants, trial).catch((error: unknown) => {
    if (!(error instanceof SubjectFails)) throw error
    failure = error
  })
  if (own !== undefined && own.met.size > 0) return own
  return tryServed(variants, trial, serve).catch((error: unknown) => {
    throw failure !== undefined && error instanceof BaselineError ? failure : error
  })
}
