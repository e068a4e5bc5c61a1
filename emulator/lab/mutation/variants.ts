import type { NamedMutant } from '../../contract/mutants.ts'
import type { Variant } from '../engine/variant.ts'

/** A world in which a sentence is broken. */
export function breakWorld({ id, clause, breaks }: NamedMutant): Variant {
  return { id, says: breaks, statements: [clause], overlay: { settings: { broken: [id] } } }
}
