/** Endings of words that mean the same without them, the longest first. */
const endings = ['ations', 'ation', 'ions', 'ion', 'ing', 'ed', 'es', 's', 'e']

/** Word without its ending: `deleted`, `deletes` and `deletion` are `delet`. */
function stem(word: string): string {
  const lower = word.toLowerCase()
  const ending = endings.find((each) => lower.endsWith(each) && lower.length - each.length >= 3)
  return ending === undefined ? lower : lower.slice(0, -ending.length)
}

/**
 * Checks that texts have all these words, in any form: `deleted` is found by `deletion`. Of three words or more one may
 * be missing, because a statement leaves out what its heading says. An id such as `A-7` is found as it is written.
 */
export function hasWords(words: readonly string[], texts: readonly string[]): boolean {
  const stems = new Set(texts.flatMap((text) => text.split(/[^\p{L}\p{N}]+/u)).map(stem))
  const all = texts.join('\n').toLowerCase()
  const found = words.filter((word) =>
    /^A-\d+$/i.test(word)
      ? texts.includes(word.toUpperCase())
      : stems.has(stem(word)) || all.includes(word.toLowerCase()),
  )
  return found.length === words.length || (words.length > 2 && found.length === words.length - 1)
}
