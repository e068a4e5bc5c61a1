import { alternatives, type NamedAlternative } from '../../contract/variants.ts'
import { observedIn } from '../../host/facts/facts.ts'
import { chooseVariants } from '../engine/variant.ts'
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
  const all = chooseVariants(alternatives, only)
  const reached = all.filter(({ statement }) => met.has(statement))
  return {
    tried: reached.filter(({ statement }) => !known.has(statement)),
    settled: reached.filter(({ statement }) => known.has(statement)).map(({ id }) => id),
    notMet: all.length - reached.length,
  }
}
