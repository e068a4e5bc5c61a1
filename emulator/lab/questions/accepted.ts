import { alternatives } from '../../contract/variants.ts'
import { knownId, type AcceptedNames } from '../engine/accepted.ts'

/** Questions that are known to matter, by their alternatives. */
export const acceptedAlternatives: AcceptedNames = {
  form: '<alternative>: <reason>',
  all: 'alternatives',
  one: 'question',
  check: knownId('alternative', alternatives),
}
