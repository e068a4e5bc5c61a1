import { alternatives, findCurrentAssumption, type NamedAlternative } from '../../contract/assumptions.ts'
import { didYouMeanId } from '../../engine/checking/did-you-mean-id.ts'
import { EmulatorError } from '../../engine/checking/emulator-error.ts'

/** Alternatives that `only` names; all without it. */
export function namedAlternatives(only: readonly string[] | undefined): readonly NamedAlternative[] {
  if (only === undefined) return alternatives
  return alternatives.filter(({ id, assumption }) =>
    only.some((word) => word === id || findCurrentAssumption(word) === assumption),
  )
}

/** Throws `EmulatorError` if a word names neither an alternative nor an assumption with one. */
export function requireAlternative(word: string, option: string): void {
  if (namedAlternatives([word]).length > 0) return
  const ids = [...new Set(alternatives.flatMap(({ id, assumption }) => [assumption, id]))]
  throw new EmulatorError(
    findCurrentAssumption(word) === undefined
      ? `${option}: there is no assumption or alternative '${word}'${didYouMeanId(word, ids)}`
      : `${option}: no answer can show that a service decides ${word} otherwise`,
  )
}
