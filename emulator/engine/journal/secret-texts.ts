/** Shorter secrets may be words that texts are full of. */
const MIN_SECRET = 6

/** Secrets, each with the text that replaces it everywhere. */
export class SecretTexts {
  readonly #stands = new Map<string, string>()
  /** Secrets that are no single words, in the spellings in which they turn up. */
  readonly #phrases = new Map<string, string>()
  readonly #find: (word: string) => string | undefined

  /** `find` gives the stand-in of a secret that was not added. */
  constructor(find: (word: string) => string | undefined = () => undefined) {
    this.#find = find
  }

  add(secret: string, standIn: string): void {
    if (secret.length < MIN_SECRET || this.#stands.has(secret)) return
    this.#stands.set(secret, standIn)
    if (isWord(secret)) return
    for (const spelling of spellings(secret)) this.#phrases.set(spelling, standIn)
  }

  /** A text in which nothing secret is left that is known. */
  replace(text: string): string {
    let shown = text
    for (const [phrase, standIn] of this.#phrases) if (shown.includes(phrase)) shown = shown.replaceAll(phrase, standIn)
    return replaceWords(shown, (word) =>
      word.length < MIN_SECRET ? undefined : (this.#stands.get(word) ?? this.#find(word)),
    )
  }
}

/** A text as JSON, addresses, forms and base64 have it. */
function spellings(text: string): string[] {
  const json = JSON.stringify(text).slice(1, -1)
  // Half a character has no such spelling.
  const uri = /\p{Surrogate}/u.test(text) ? text : encodeURIComponent(text)
  const lower = uri.replace(/%../g, (code) => code.toLowerCase())
  return [text, json, asAscii(json), uri, lower, uri.replaceAll('%20', '+'), asBinary(text)]
}

/** JSON with escapes in place of other characters than those of ASCII. */
function asAscii(json: string): string {
  return json.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** A text whose characters are the bytes of the given one, as `atob` answers. */
function asBinary(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('')
}

/** Least length of base64 that holds a secret. */
const base64Run = /(?<![\w+/])[A-Za-z\d+/]{8,}={0,2}/g

/** Replaces parts of the bytes that base64 in a text stands for. */
export function replaceInBase64(text: string, replace: (bytes: string) => string): string {
  return text.replace(base64Run, (run) => {
    const bare = run.replace(/=+$/, '')
    if (bare.length % 4 === 1) return run
    const bytes = atob(bare)
    const shown = replace(bytes)
    return shown === bytes ? run : btoa(shown)
  })
}

/** Characters of keys, tokens and most passwords: no space, quote, slash or sign of a query. */
const word = '[\\w~-]+(?:\\.[\\w~-]+)*'
const wholeWord = new RegExp(`^${word}$`)
/** Escapes of JSON and of addresses, which end in letters and digits, and words. */
const tokens = new RegExp(String.raw`\\u[\da-f]{4}|\\[^u]|%[\da-f]{2}|${word}`, 'gi')

/** True for a text that is one word: `replaceWords` finds it in other texts, JSON and addresses by itself. */
function isWord(text: string): boolean {
  return wholeWord.test(text)
}

/** Replaces words of a text. `find` returns the replacement of a word; undefined keeps it. */
function replaceWords(text: string, find: (word: string) => string | undefined): string {
  return text.replace(tokens, (token) => find(token) ?? token)
}
