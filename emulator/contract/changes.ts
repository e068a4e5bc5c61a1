/** Differences between two contracts, sentence by sentence. */
import type { SentenceHistory } from './section.ts'

/** A statement as any release wrote it: an assumption has no history. */
export interface StatedRow extends SentenceHistory {
  readonly id: string
  readonly statement: string
}

export const changeKinds = ['removed', 'changed', 'added', 'renamed', 'deprecated'] as const

export interface SentenceChange extends Pick<SentenceHistory, 'effect' | 'until'> {
  /** `renamed` and `deprecated` stand for sentences that say what they said; of several kinds the first of the list. */
  readonly kind: (typeof changeKinds)[number]
  /** The id in the newer contract; of a removed sentence the one that it had. */
  readonly id: string
  /** The id in the older contract, where it was another. */
  readonly was?: string
  /** The sentence of the older contract; absent for one that was added. */
  readonly before?: string
  /** The sentence of the newer contract; absent for one that was removed. */
  readonly now?: string
}

/** Changes from one contract to a newer one: sentences of the newer one in its order, then those that it lost. */
export function compareContracts(before: readonly StatedRow[], after: readonly StatedRow[]): SentenceChange[] {
  const older = new Map(before.map((row) => [row.id, row]))
  const kept = new Set<string>()
  const changes = after.flatMap((row): SentenceChange[] => {
    const past = [row.id, ...(row.was ?? [])].map((id) => older.get(id)).find((found) => found !== undefined)
    if (past !== undefined) kept.add(past.id)
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

/** A change in lines: what it is, and the sentence, in both wordings where there are two. */
export function describeChange({ kind, id, was, effect, until, before, now }: SentenceChange): string[] {
  const notes = [effect, was && `was ${was}`, until && `until ${until}`].filter((note) => note !== undefined)
  const both = before !== undefined && now !== undefined && before !== now
  return [
    `${kind}: ${id}${notes.length === 0 ? '' : ` (${notes.join('; ')})`}`,
    ...(both ? [`before: ${before}`, `now: ${now}`] : [now ?? before ?? '']),
  ]
}
