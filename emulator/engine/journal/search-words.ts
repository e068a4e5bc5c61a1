import type { JournalEntry, TimeEntry } from './journal-entry.ts'

/** The words of a search, in lower case. */
export function splitWords(text: string): string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean)
}

/** Whether an entry as it is shown has every word somewhere, headers and bodies included. What is redacted is not found. */
export function hasWords(entry: JournalEntry | TimeEntry, words: readonly string[]): boolean {
  if (words.length === 0) return true
  const text = JSON.stringify(entry).toLowerCase()
  return words.every((word) => text.includes(word))
}
