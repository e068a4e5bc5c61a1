/** Differences between two contracts, sentence by sentence. */
import type { SentenceHistory } from './section.ts'

/** A statement of any release; an assumption has no history. */
export interface StatedRow extends SentenceHistory {
  readonly id: string
  readonly statement: string
}

export const changeKinds = ['removed', 'changed', 'added', 'renamed', 'deprecated'] as const

export interface SentenceChange extends Pick<SentenceHistory, 'effect' | 'until'> {
  /**
   * Kind of the change. `renamed` and `deprecated` keep the wording. Of several kinds the first in this list counts.
   */
  readonly kind: (typeof changeKinds)[number]
  /** Id in the newer contract; the old id of a removed sentence. */
  readonly id: string
  /** Id in the older contract, if it differed. */
  readonly was?: string
  /** Sentence of the older contract; absent for an added one. */
  readonly before?: string
  /** Sentence of the newer contract; absent for a removed one. */
  readonly now?: string
}

/** Changes from one contract to a newer one: sentences of the newer one in its order, then removed ones. */
export function compareContracts(before: readonly StatedRow[], after: readonly StatedRow[]): SentenceChange[] {
  const older = new Map(before.map((row) => [row.id, row]))
  const kept = new Set<string>()
  const changes = after.flatMap((row): SentenceChange[] => {
    const past = [row.id, ...(row.was ?? [])].map((id) => older.get(id)).find((found) => found !== undefined)
    for (const id of [row.id, ...(row.was ?? [])]) kept.add(id)
    return compareSentence(past, row)
  })
  const lost = before.filter(({ id }) => !kept.has(id))
  return [...changes, ...lost.map(({ id, statement }) => ({ kind: 'removed', id, before: statement }) as const)]
}

function compareSentence(past: StatedRow | undefined, row: StatedRow): SentenceChange[] {
  const { id, statement: now, effect, until } = row
  const ended = until !== undefined && { until }
  if (past === undefined) return [{ kind: 'added', id, now, ...(effect !== undefined && { effect }), ...ended }]
  const change = { id, ...(past.id !== id && { was: past.id }), before: past.statement, now }
  const differs = past.statement !== now || past.since !== row.since || past.effect !== effect
  if (differs) return [{ kind: 'changed', ...change, ...(effect !== undefined && { effect }), ...ended }]
  if (past.id !== id) return [{ kind: 'renamed', ...change, ...ended }]
  return until === past.until ? [] : [{ kind: 'deprecated', ...change, ...ended }]
}

/** Formats a change: its kind and the sentence, in both wordings if there are two. */
export function describeChange({ kind, id, was, effect, until, before, now }: SentenceChange): string[] {
  const notes = [effect, was && `was ${was}`, until && `until ${until}`].filter((note) => note !== undefined)
  const both = before !== undefined && now !== undefined && before !== now
  return [
    `${kind}: ${id}${notes.length === 0 ? '' : ` (${notes.join('; ')})`}`,
    ...(both ? [`before: ${before}`, `now: ${now}`] : [now ?? before ?? '']),
  ]
}
