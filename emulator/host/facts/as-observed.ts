import { drawAlternatives } from '../../engine/world/in-force.ts'
import type { Settings } from '../../engine/world/settings.ts'
import { factsFrom, isAnswered, type FactsDocument } from './facts.ts'

/**
 * Settings with the alternatives from facts, except for assumptions that the settings decide. `vary` does not draw
 * alternatives that facts rule out.
 */
export function asObserved<S extends Partial<Settings>>(
  settings: S,
  seed: number,
  facts: FactsDocument | undefined,
): S {
  if (facts === undefined) return settings
  const { otherwise } = factsFrom(facts, ['facts'])
  const { unspecified, omit_fields: omits = true } = settings
  const drawn = unspecified === 'vary' ? drawAlternatives(seed, omits) : []
  const given = settings.otherwise ?? drawn.filter((each) => !isAnswered(each, facts)).map(({ id }) => id)
  const rows = new Set(given.map(rowWithin))
  const added = otherwise.filter((id) => !rows.has(rowWithin(id)))
  return added.length === 0 && unspecified !== 'vary' ? settings : { ...settings, otherwise: [...given, ...added] }
}

/** Assumption of an alternative: `A-38` of `A-38/1`. */
function rowWithin(alternative: string): string {
  return alternative.split('/')[0]!
}
