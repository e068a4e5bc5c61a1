import { alternatives } from '../../contract/assumptions.ts'
import { didYouMeanId } from '../../engine/checking/did-you-mean-id.ts'
import type { AcceptedNames } from '../engine/accepted.ts'

/** Questions that are known to matter, by their alternatives. */
export const acceptedAlternatives: AcceptedNames = {
  form: '<alternative>: <reason>',
  all: 'alternatives',
  one: 'question',
  check(id) {
    const ids = alternatives.map((each) => each.id)
    return ids.includes(id) ? [] : [`there is no alternative '${id}'${didYouMeanId(id, ids)}`]
  },
}
