/** Tokens that are remembered; beyond it the oldest is forgotten, and a mark that rests on it is not given. */
const MAX_TOKENS = 10_000

/**
 * Page tokens that a world has answered. What a client does with one that it was given is told apart by them from one that it made up:
 * a record cursor whose record is gone since, and an opaque cursor that was brought to another listing.
 */
export class HandedOut {
  readonly #tokens = new Set<string>()

  add(token: string | null): void {
    if (token === null) return
    this.#tokens.add(token)
    if (this.#tokens.size > MAX_TOKENS) for (const oldest of this.#tokens) return void this.#tokens.delete(oldest)
  }

  has(token: string): boolean {
    return this.#tokens.has(token)
  }
}
