import { isAssumptionId } from '../../contract/assumptions.ts'
import { findSentence } from '../../contract/find-sentence.ts'
import type { Unit } from '../../engine/kernel/unit/definition.ts'
import { pageRules } from './pages.ts'

/**
 * Sentences of the specification about every answer of a unit and about its pages, and the assumptions that it rests on
 * where there are none. `cited` are the clauses that its answers can cite.
 */
export function describeUnit({ statements, assumed, page }: Unit, cited: readonly string[]): string {
  const own = statements.filter((id) => !isAssumptionId(id))
  const rests = statements.filter(isAssumptionId).join(', ')
  const silence = assumed ? `The specification does not show this operation. It rests on ${rests}.` : ''
  return [
    ...[...new Set([...own, ...pageRules(page, cited)])].map(findSentence),
    silence,
    !assumed && own.length === 0 ? `It rests on ${rests}.` : '',
  ]
    .filter(Boolean)
    .join('\n\n')
}
