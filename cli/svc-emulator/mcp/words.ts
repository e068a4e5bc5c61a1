/** True if each of the words is in one of the texts, in upper or lower case. */
export function matchesWords(words: string, texts: readonly string[]): boolean {
  const lower = texts.map((text) => text.toLowerCase())
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.some((text) => text.includes(word)))
}
