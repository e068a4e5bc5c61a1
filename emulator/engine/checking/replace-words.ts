/** Characters of keys, tokens and most passwords: no space, quote, slash or sign of a query. */
const word = '[\\w~-]+(?:\\.[\\w~-]+)*'
const wholeWord = new RegExp(`^${word}$`)
/** Escapes of JSON and of addresses, which end in letters and digits, and words. */
const tokens = new RegExp(String.raw`\\u[\da-f]{4}|\\[^u]|%[\da-f]{2}|${word}`, 'gi')

/** True for a text that is one word: `replaceWords` finds it in other texts, JSON and addresses by itself. */
export function isWord(text: string): boolean {
  return wholeWord.test(text)
}

/** Replaces words of a text. `find` returns the replacement of a word; undefined keeps it. */
export function replaceWords(text: string, find: (word: string) => string | undefined): string {
  return text.replace(tokens, (token) => find(token) ?? token)
}
