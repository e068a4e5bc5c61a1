/** What is known of objects, while they live and as long as it is not too much: beyond `most` everything is forgotten. */
export class Known<K extends object, V> {
  readonly #most: number
  #known = new WeakMap<K, V>()
  #kept = 0

  constructor(most: number) {
    this.#most = most
  }

  get(key: K): V | undefined {
    return this.#known.get(key)
  }

  set(key: K, value: V): void {
    if (++this.#kept > this.#most) {
      this.#known = new WeakMap()
      this.#kept = 1
    }
    this.#known.set(key, value)
  }
}

/** Results remembered at a time, by one function. */
const MAX_KEPT = 8_192

/** A function that remembers what it made of an object. */
export interface Once<K extends object, V> {
  (key: K): V
  /** What it remembers of an object. */
  known(key: K): V | undefined
}

/**
 * Remembers what was made of immutable objects, while they live and as long as there are not too many: records are answered
 * again and again, and what is made of one does not change.
 */
export function once<K extends object, V>(make: (key: K) => V): Once<K, V> {
  const made = new Known<K, V>(MAX_KEPT)
  const remembering = (key: K): V => {
    let value = made.get(key)
    if (value === undefined) made.set(key, (value = make(key)))
    return value
  }
  return Object.assign(remembering, { known: (key: K) => made.get(key) })
}

/** Texts remembered at a time by one function, and the longest of them. */
const MAX_TEXTS = 1_024
const MAX_TEXT_LENGTH = 256

/** A function of texts that remembers what it made of them: clients send the same ones again and again. It does not remember undefined. */
export function onceText<V>(make: (text: string) => V): (text: string) => V {
  const made = new Map<string, V>()
  return (text) => {
    const known = made.get(text)
    if (known !== undefined) return known
    const value = make(text)
    if (value === undefined || text.length > MAX_TEXT_LENGTH) return value
    if (made.size === MAX_TEXTS) made.clear()
    made.set(text, value)
    return value
  }
}
