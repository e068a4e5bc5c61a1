import { findCurrentAssumption } from '../../contract/assumption-ids.ts'
import { alternatives } from '../../contract/variants.ts'
import { didYouMeanId } from '../../engine/checking/did-you-mean-id.ts'
import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { aList, anything, checkOptions, type OptionKinds } from '../../engine/checking/options.ts'
import type { StartOptions } from '../../host/create-world.ts'
import { chooseVariants } from '../engine/variant.ts'
import { functionKinds, type FunctionOptions } from '../subjects/with-function.ts'

export interface QuestionsOptions extends FunctionOptions, Pick<StartOptions, 'facts'> {
  /** Assumptions (`A-349`) or alternatives (`A-349/1`). Default: all. */
  readonly only?: readonly string[]
  /** Alternatives that are known to matter. */
  readonly accept?: readonly string[]
}

const kinds: OptionKinds<QuestionsOptions> = { ...functionKinds, facts: anything, only: aList, accept: aList }

/** Throws `EmulatorError` for an unknown option, assumption or alternative. */
export function checkQuestionsOptions(options: QuestionsOptions): void {
  checkOptions('questions', options, kinds)
  for (const word of options.only ?? []) requireAlternative(word, 'only')
  for (const word of options.accept ?? []) requireAlternative(word, 'accept')
}

/** Throws `EmulatorError` if a word names neither an alternative nor an assumption with one. */
function requireAlternative(word: string, option: string): void {
  if (chooseVariants(alternatives, [word]).length > 0) return
  const ids = [...new Set(alternatives.flatMap(({ id, statement }) => [statement, id]))]
  throw new EmulatorError(
    findCurrentAssumption(word) === undefined
      ? `${option}: there is no assumption or alternative '${word}'${didYouMeanId(word, ids)}`
      : `${option}: no answer can show that a service decides ${word} otherwise`,
  )
}
