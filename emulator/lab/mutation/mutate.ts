import { mutants } from '../../contract/variants.ts'
import { aList, checkOptions, type OptionKinds } from '../../engine/checking/options.ts'
import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import type { SubjectFunction } from '../subjects/function.ts'
import { functionKinds, withFunction, type FunctionOptions } from '../subjects/with-function.ts'
import { countScore, type MutationReport } from './report.ts'
import { tryMutants } from './try-mutants.ts'
import { chooseVariants, vary } from '../engine/variant.ts'

export interface MutateOptions extends FunctionOptions {
  /** Clauses, groups of clauses, or mutants: `pagination`, `users.get`, `user.has-name/2`. Default: all. */
  readonly only?: readonly string[]
}

const kinds: OptionKinds<MutateOptions> = { ...functionKinds, only: aList }

/** Outcomes of broken sentences, and how many of them were noticed. */
export interface MutateReport extends MutationReport {
  readonly score: ReturnType<typeof countScore>
}

/**
 * Finds the documented sentences that a test could see broken without a failure. Runs the function, then once for each
 * way to break a clause that it met, in a world of its own. It notices what it rejects with.
 *
 * Rejects with `EmulatorError` for wrong options, and for a function that makes no call or fails without a mutant.
 *
 * @example
 * const { outcomes } = await mutate(async ({ fetch, baseUrl, apiKey }) => {
 *   const response = await fetch(`${baseUrl}/users/me`, { headers: { 'X-API-Key': apiKey } })
 *   expect((await response.json()).user.name).toBe('Ada')
 * })
 * for (const { breaks } of outcomes.filter(({ status }) => status === 'survived')) console.log(breaks)
 */
export async function mutate(subject: SubjectFunction, options: MutateOptions = {}): Promise<MutateReport> {
  checkOptions('mutate', options, kinds)
  const { only } = options
  for (const word of only ?? [])
    if (chooseVariants(mutants, [word]).length === 0) throw new EmulatorError(`only: nothing can break '${word}'`)
  const outcomes = await withFunction(subject, options, (begun) =>
    tryMutants(begun, chooseVariants(mutants, only).map(vary)),
  )
  return { outcomes, score: countScore({ outcomes }) }
}
