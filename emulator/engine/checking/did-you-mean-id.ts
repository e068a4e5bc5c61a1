import { findCurrentId } from '../../contract/clause-ids.ts'
import { didYouMean } from './near-miss.ts'

/**
 * End of a message about an unknown id: the current id if a clause or its mutant (`<clause>/2`) was renamed, else the
 * near miss.
 */
export function didYouMeanId(id: string, known: Iterable<string>): string {
  const [clause = '', ...mutant] = id.split('/')
  const current = findCurrentId(clause)
  if (current === undefined || current === clause) return didYouMean(id, known)
  return `, which is called '${[current, ...mutant].join('/')}' now`
}
