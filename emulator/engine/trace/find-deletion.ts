import type { TimelineEntry } from '../journal/journal-entry.ts'
import type { TraceStep } from './trace.ts'

/**
 * Number of the entry that deleted the record of a cursor, for a listing that could not resume there. Undefined for any
 * other entry, and if no entry deleted the record.
 */
export function findDeletion(entry: TimelineEntry, history: () => Iterable<TraceStep>): number | undefined {
  const { request, clauses, number } = entry
  if (request === null || !clauses.includes('pagination.record.deleted-record')) return undefined
  const cursor = Object.entries((request.body ?? {}) as object).find(([name]) => /^start_\w+_id$/.test(name))?.[1]
  let found: number | undefined
  for (const step of history()) {
    if (step.entry === null || step.entry > number) continue
    if (step.deleted.some(({ id }) => id === cursor)) found = step.entry
  }
  return found
}
