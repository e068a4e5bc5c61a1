/** Number of cursors that are remembered; the oldest is forgotten first, and its later use shows no clause. */
const MAX_TOKENS = 10_000

/** Number of writes before a cursor was issued, and the users to whom it was. */
interface CursorIssue {
  readonly writes: number
  /** Number of the row that a record cursor names: a record that was made again has another. */
  readonly row: number | undefined
  readonly users: readonly string[]
}

/**
 * Cursors that a world has issued. They tell an issued cursor from an invented one: a record cursor whose record was
 * deleted since, and an opaque cursor that is used for another listing.
 */
export class IssuedCursors {
  #tokens: Map<string, CursorIssue>
  /** True if a fork shares the map: the first to write copies it. */
  #shared = false

  constructor(tokens: Map<string, CursorIssue> = new Map()) {
    this.#tokens = tokens
  }

  add(token: string | null, writes: number, user: string, row?: number): void {
    if (token === null) return
    const known = this.#tokens.get(token)
    if (known?.users.includes(user) && known.row === row) return
    if (this.#shared) this.#own(new Map(this.#tokens))
    const users = [...new Set([...(known?.users ?? []), user])]
    this.#tokens.set(token, { writes: known?.writes ?? writes, row, users })
    if (this.#tokens.size > MAX_TOKENS)
      for (const oldest of this.#tokens.keys()) return void this.#tokens.delete(oldest)
  }

  has(token: string): boolean {
    return this.#tokens.has(token)
  }

  /** Number of the row that a record cursor named when it was issued last. */
  findRow(token: string): number | undefined {
    return this.#tokens.get(token)?.row
  }

  /** Checks that a cursor was issued to this user. */
  isFor(token: string, user: string): boolean {
    return this.#tokens.get(token)?.users.includes(user) ?? false
  }

  get isEmpty(): boolean {
    return this.#tokens.size === 0
  }

  /** Forgets cursors that were issued after this many writes, for a fork that begins there. */
  forgetAfter(writes: number): void {
    this.#own(new Map([...this.#tokens].filter(([, { writes: before }]) => before <= writes)))
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

  #own(tokens: Map<string, CursorIssue>): void {
    this.#tokens = tokens
    this.#shared = false
  }
}
