import { alternatives, findCurrentAssumption, type NamedAlternative } from '../../contract/assumptions.ts'
import { didYouMeanId } from '../../engine/checking/did-you-mean-id.ts'
import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { observedIn } from '../../host/facts/facts.ts'
import type { QuestionsOptions } from './options.ts'

/** Alternatives to try with a client that met some assumptions, and the others. */
export interface Chosen {
  readonly tried: readonly NamedAlternative[]
  /** Ids of those that facts have answered. */
  readonly settled: readonly string[]
  readonly notMet: number
}

/** Alternatives that `only` names; all, where it is left out. */
export function chosenAlternatives(only: readonly string[] | undefined): readonly NamedAlternative[] {
  if (only === undefined) return alternatives
  return alternatives.filter(({ id, assumption }) =>
    only.some((word) => word === id || findCurrentAssumption(word) === assumption),
  )
}

/** Chooses the alternatives to the assumptions that were met. */
export function choose(met: ReadonlySet<string>, { only, facts }: Pick<QuestionsOptions, 'only' | 'facts'>): Chosen {
  const known = observedIn(facts)
  const all = chosenAlternatives(only)
  const reached = all.filter(({ assumption }) => met.has(assumption))
  return {
    tried: reached.filter(({ assumption }) => !known.has(assumption)),
    settled: reached.filter(({ assumption }) => known.has(assumption)).map(({ id }) => id),
    notMet: all.length - reached.length,
  }
}

/** Throws `EmulatorError` for a word that names no assumption with an alternative, and none of them. */
export function requireAlternative(word: string, option: string): void {
  if (chosenAlternatives([word]).length > 0) return
  const ids = [...new Set(alternatives.flatMap(({ id, assumption }) => [assumption, id]))]
  throw new EmulatorError(
    findCurrentAssumption(word) === undefined
      ? `${option}: there is no assumption or alternative '${word}'${didYouMeanId(word, ids)}`
      : `${option}: no answer can show that a service decides ${word} otherwise`,
  )
}
