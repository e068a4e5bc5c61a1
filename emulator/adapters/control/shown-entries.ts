import type { KeptEntry } from '../../engine/journal/entry.ts'
import type { Journal } from '../../engine/journal/journal.ts'
import type { TimelineMatch } from '../../engine/journal/timeline-filter.ts'
import type { TimelineEntry } from '../../engine/journal/journal-entry.ts'
import { hasWords } from '../../engine/journal/search-words.ts'

/** Selection of entries. */
interface Selection {
  readonly after?: number
  /** At most so many, the newest of them. */
  readonly limit?: number
  /** Words that a rendered entry must contain. */
  readonly words?: readonly string[]
}

/**
 * The entries that `match` means, oldest first, up to the last there is now. Each is rendered when it is read; one that
 * the journal has dropped by then is left out. Throws `EmulatorError` for a match that cannot be.
 */
export function shownEntries(
  journal: Journal,
  match: TimelineMatch,
  { after = 0, limit = Infinity, words = [] }: Selection = {},
): Iterable<TimelineEntry> {
  const matches = journal.compileTimelineFilter(match)
  const { last } = journal
  const isAsked = (entry: KeptEntry) =>
    matches(entry) && (words.length === 0 || hasWords(journal.rendered(entry), words))
  return shown(
    journal,
    limit === Infinity ? after : afterNewest(journal, isAsked, { after, last, limit }),
    last,
    isAsked,
  )
}

function* shown(
  journal: Journal,
  after: number,
  last: number,
  isAsked: (entry: KeptEntry) => boolean,
): Generator<TimelineEntry, void> {
  for (const entry of journal.all(after)) {
    if (entry.number > last) return
    if (isAsked(entry)) yield journal.rendered(entry)
  }
}

/** The number after which the newest `limit` selected entries begin. */
function afterNewest(
  journal: Journal,
  isAsked: (entry: KeptEntry) => boolean,
  { after, last, limit }: { readonly after: number; readonly last: number; readonly limit: number },
): number {
  let left = limit
  for (let number = last; number >= journal.first && number > after; number--) {
    const entry = journal.get(number)
    if (entry !== undefined && isAsked(entry) && --left === 0) return number - 1
  }
  return after
}
