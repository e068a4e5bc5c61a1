/** Tokens that are remembered; beyond it the oldest is forgotten, and a mark that rests on it is not given. */
const MAX_TOKENS = 10_000

/**
 * Page tokens that a world has answered, each with the writes that its world had seen. What a client does with one that it was given is told
 * apart by them from one that it made up: a record cursor whose record is gone since, and an opaque cursor that was brought to another listing.
 */
export class HandedOut {
  #tokens: Map<string, number>
  /** Whether a fork holds the same map: the first to write makes a copy. */
  #shared = false

  constructor(tokens: Map<string, number> = new Map()) {
    this.#tokens = tokens
  }

  add(token: string | null, writes: number): void {
    if (token === null || this.#tokens.has(token)) return
    if (this.#shared) this.#own(new Map(this.#tokens))
    this.#tokens.set(token, writes)
    if (this.#tokens.size > MAX_TOKENS)
      for (const oldest of this.#tokens.keys()) return void this.#tokens.delete(oldest)
  }

  has(token: string): boolean {
    return this.#tokens.has(token)
  }

  /** Forgets what was answered after this many writes: for a fork that begins there. */
  forgetAfter(writes: number): void {
    this.#own(new Map([...this.#tokens].filter(([, before]) => before <= writes)))
  }

  /** One of its own that knows the same, in constant time. */
  fork(): HandedOut {
    this.#shared = true
    const fork = new HandedOut(this.#tokens)
    fork.#shared = true
    return fork
  }

  clear(): void {
    this.#own(new Map())
  }

  #own(tokens: Map<string, number>): void {
    this.#tokens = tokens
    this.#shared = false
  }
}
