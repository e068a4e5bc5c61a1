import { isWord, replaceWords } from '../checking/replace-words.ts'

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
    for (const spelling of [secret, JSON.stringify(secret).slice(1, -1), asUriPart(secret)])
      this.#phrases.set(spelling, standIn)
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

/** Half a character has no such spelling. */
function asUriPart(text: string): string {
  return /\p{Surrogate}/u.test(text) ? text : encodeURIComponent(text)
}
