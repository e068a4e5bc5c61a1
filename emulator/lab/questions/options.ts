import { findCurrentAssumption } from '../../contract/assumption-ids.ts'
import { alternatives } from '../../contract/variants.ts'
import { didYouMeanId } from '../../engine/checking/did-you-mean-id.ts'
import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { aList, anInteger, anything, checkOptions, type OptionKinds } from '../../engine/checking/options.ts'
import type { StartOptions } from '../../host/create-world.ts'
import { chooseVariants } from '../engine/variant.ts'

export interface QuestionsOptions extends Pick<StartOptions, 'scenario' | 'fixtures' | 'seed' | 'settings' | 'facts'> {
  /** Assumptions (`A-349`) or alternatives (`A-349/1`). Default: all. */
  readonly only?: readonly string[]
  /** Limit of real time, such as `2m`. Default: none. */
  readonly budget?: string | number
  /** Limit of real time for one run. Default: five times the run without an alternative, at least 5 s. */
  readonly timeLimit?: string | number
  /** Alternatives that are known to matter. */
  readonly accept?: readonly string[]
  /** Secret of the subject's key. Default: the first `admin` key of the world. */
  readonly apiKey?: string
}

const kinds: OptionKinds<QuestionsOptions> = {
  scenario: anything,
  fixtures: aList,
  seed: anInteger,
  settings: anything,
  facts: anything,
  only: aList,
  budget: anything,
  timeLimit: anything,
  accept: aList,
  apiKey: anything,
}

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
