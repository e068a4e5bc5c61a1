import type { NamedAlternative } from '../../contract/assumptions.ts'
import { observedIn } from '../../host/facts/facts.ts'
import { namedAlternatives } from './named-alternatives.ts'
import type { QuestionsOptions } from './options.ts'

/** Alternatives to try, and those that need no try. */
export interface Chosen {
  readonly tried: readonly NamedAlternative[]
  /** Ids of alternatives that facts have settled. */
  readonly settled: readonly string[]
  readonly notMet: number
}

/** Chooses the alternatives to the assumptions that were met. */
export function choose(
  met: { has(id: string): boolean },
  { only, facts }: Pick<QuestionsOptions, 'only' | 'facts'>,
): Chosen {
  const known = observedIn(facts)
  const all = namedAlternatives(only)
  const reached = all.filter(({ assumption }) => met.has(assumption))
  return {
    tried: reached.filter(({ assumption }) => !known.has(assumption)),
    settled: reached.filter(({ assumption }) => known.has(assumption)).map(({ id }) => id),
    notMet: all.length - reached.length,
  }
}
