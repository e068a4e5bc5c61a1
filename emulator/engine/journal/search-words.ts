import type { TimelineEntry } from './journal-entry.ts'

/** Words of a search, in lower case. */
export function splitWords(text: string): string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean)
}

/** True if a rendered entry contains every word, in headers and bodies, too. Redacted secrets are not found. */
export function hasWords(entry: TimelineEntry, words: readonly string[]): boolean {
  if (words.length === 0) return true
  const text = JSON.stringify(entry).toLowerCase()
  return words.every((word) => text.includes(word))
}
