import { mutants } from '../../contract/variants.ts'
import type { Edit } from '../../contract/mutation.ts'
import { clauseCount, findPosition, type StatementId } from '../../engine/coverage/statements.ts'
import type { Unit } from '../../engine/kernel/unit/definition.ts'

/** How a field is wrong: it is missing, has a wrong value, or should not be there. */
export type FieldFault = 'missing' | 'wrong' | 'surplus'

interface EditedSentence {
  readonly clause: StatementId
  readonly op: Edit['op']
}

/** Sentences about each field of an answer, by its path: those that a mutant breaks by an edit of the field. */
const sentences = new Map<string, EditedSentence[]>()
for (const { statement, by } of mutants)
  for (const { path, op } of 'edits' in by ? (by.edits ?? []) : [])
    for (const each of path.split(' | '))
      sentences.set(each, [...(sentences.get(each) ?? []), { clause: statement, op }])

/** Edits that show each fault, the likeliest first. */
const signs: Readonly<Record<FieldFault, readonly Edit['op'][]>> = {
  missing: ['omit', 'rename'],
  wrong: ['set', 'copy'],
  surplus: ['set', 'add'],
}

/**
 * The sentence that a wrong field breaks: of those about the field the one that its listing or unit shows, then any
 * about a field of a record, then the first clause of the unit. `path`: `user.name`, `users.*.name`.
 */
export function findClause({ statements, page }: Unit, path: string, fault: FieldFault): StatementId | undefined {
  const own = [...(page === undefined ? [] : [page.clause]), ...statements]
  const about = sentences.get(path) ?? []
  const shown = [...about.filter(({ op }) => signs[fault].includes(op)), ...about].map(({ clause }) => clause)
  const isField = path.includes('.')
  return (
    shown.find((clause) => own.includes(clause)) ?? (isField ? shown[0] : undefined) ?? own.find((id) => isClause(id))
  )
}

/** True for a sentence of the specification, and false for an assumption. */
export function isClause(id: StatementId): boolean {
  return findPosition(id) < clauseCount
}

/** Fields of pages, which only the listings that have them answer. */
const pagingField = /^(?:cursor|next\w*|has_more|truncated|total|last_\w+_id)$/

/** True for a field that a sentence forbids where a unit does not declare it: a field of pages, a secret. */
export function isForbidden(path: string): boolean {
  return pagingField.test(path) || (path.includes('.') && (sentences.get(path) ?? []).some(({ op }) => op === 'set'))
}
