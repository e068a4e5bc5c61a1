/** Number of cursors that are remembered; the oldest is forgotten first, and its later use shows no clause. */
const MAX_TOKENS = 10_000

/**
 * Cursors that a world has issued, each with the number of writes before. They tell an issued cursor from an invented
 * one: a record cursor whose record was deleted since, and an opaque cursor that is used for another listing.
 */
export class IssuedCursors {
  #tokens: Map<string, number>
  /** True where a fork holds the same map: the first to write makes a copy. */
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

  /** Forgets cursors that were issued after this many writes, for a fork that begins there. */
  forgetAfter(writes: number): void {
    this.#own(new Map([...this.#tokens].filter(([, before]) => before <= writes)))
  }

  /** Copies the set in constant time. */
  fork(): IssuedCursors {
    this.#shared = true
    const fork = new IssuedCursors(this.#tokens)
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
