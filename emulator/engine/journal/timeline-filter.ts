import { isExchange, type KeptEntry, type KeptExchange } from './entry.ts'
import type { JournalMatch } from './match.ts'

/** A match that may also match due work, `{ via: 'time' }`, and changes that no request made: `{ via: 'test' }`. */
export type TimelineMatch = Omit<JournalMatch, 'via'> & { readonly via?: KeptEntry['via'] | undefined }

/** Compiles a filter of a timeline; `compile` compiles the part of it that exchanges have. */
export function compileTimelineFilter(
  match: TimelineMatch,
  compile: (match: JournalMatch) => (entry: KeptExchange) => boolean,
): (entry: KeptEntry) => boolean {
  const { via, ...others } = match
  const matchesAll = Object.keys(others).length === 0
  if (matchesAll && via === undefined) return () => true
  if (via !== undefined && via !== 'http' && via !== 'socket') return ({ via: how }) => matchesAll && how === via
  const matches = compile(match as JournalMatch)
  return (entry) => isExchange(entry) && matches(entry)
}
