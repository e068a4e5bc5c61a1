import { alternatives } from '../../contract/assumptions.ts'
import { didYouMeanId } from '../../engine/checking/did-you-mean-id.ts'
import { isObject } from '../../engine/checking/is-object.ts'
import type { Problem } from '../../engine/checking/problems.ts'

/** Reads a document `{<alternative>: <reason>}` of questions that are known to matter. */
export function acceptedAlternatives(document: unknown): { accepted: string[]; problems: Problem[] } {
  if (!isObject(document)) {
    const message = 'expected accepted alternatives with their reasons: `<alternative>: <reason>`'
    return { accepted: [], problems: [{ kind: 'type', path: [], message }] }
  }
  const ids = alternatives.map(({ id }) => id)
  const problems = Object.entries(document).flatMap(([id, reason]): Problem[] => {
    if (!ids.includes(id))
      return [{ kind: 'unknown', path: [id], message: `there is no alternative '${id}'${didYouMeanId(id, ids)}` }]
    if (typeof reason === 'string' && reason.trim() !== '') return []
    return [{ kind: 'type', path: [id], message: 'give a reason for accepting this question' }]
  })
  return { accepted: Object.keys(document), problems }
}
