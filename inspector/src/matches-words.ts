import { splitWords } from '../../emulator/engine/journal/search-words.ts'

/** Compiles a search: a text is found by having every word, in upper or lower case. */
export function matchesWords(q: string): (text: string) => boolean {
  const words = splitWords(q)
  return (text) => {
    const lower = text.toLowerCase()
    return words.every((word) => lower.includes(word))
  }
}
