import type { NamedAlternative } from '../../contract/assumptions.ts'
import type { Variant } from '../engine/variant.ts'

/** A world that follows an alternative. */
export interface AlternativeVariant extends Variant {
  readonly alternative: NamedAlternative
}

export function makeVariant(alternative: NamedAlternative): AlternativeVariant {
  const { id, assumption, says } = alternative
  return { id, says, statements: [assumption], overlay: { settings: { otherwise: [id] } }, alternative }
}
