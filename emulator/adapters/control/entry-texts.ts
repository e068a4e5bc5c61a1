import type { Pause } from '../../engine/checking/sliced.ts'
import type { Journal, TimelineEntry, TimelineMatch } from '../../engine/journal/journal.ts'
import { hasWords } from '../../engine/journal/words.ts'
import { inSlices } from './in-slices.ts'

/** Which entries are asked for, and how they are shown. */
interface Selection {
  readonly after?: number
  readonly limit?: number
  readonly words?: readonly string[]
  readonly shape: (entry: TimelineEntry) => unknown
  /** Not the work that fell due. */
  readonly exchanges?: boolean
}

/**
 * JSON of the entries that `match` means, oldest first: those since `after` that have all `words`, and of these the newest `limit`, each in
 * the given shape. With pauses in which others are served.
 */
export async function textsOf(
  journal: Journal,
  match: TimelineMatch,
  { after = 0, limit = Infinity, words = [], shape, exchanges = false }: Selection,
  pause: Pause,
): Promise<string[]> {
  const isMeant = journal.timelineMeaning(match)
  const meant: number[] = []
  for await (const entry of inSlices(journal.all(after), pause))
    if (
      isMeant(entry) &&
      !(exchanges && entry.via === 'time') &&
      (words.length === 0 || hasWords(journal.rendered(entry), words))
    )
      meant.push(entry.number)
  const shown = new Set(meant.slice(-limit))
  const texts: string[] = []
  for await (const entry of inSlices(journal.all(after), pause))
    if (shown.has(entry.number)) texts.push(JSON.stringify(shape(journal.rendered(entry))))
  return texts
}
