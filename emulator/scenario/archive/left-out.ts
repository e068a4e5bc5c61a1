/** Parts of an archive that were not read, of one kind. */
export interface LeftOut {
  readonly count: number
  readonly what: 'requests' | 'messages'
  /** Follows the noun: `to cdn.example.net`, `whose body is not in the archive`. */
  readonly reason: string
}

/** Counts what is left out, by reason, in the order in which each came first. */
export class LeftOutCount {
  readonly #counts = new Map<string, LeftOut>()

  /** Returns an empty list, which stands for what was left out. */
  add(what: LeftOut['what'], reason: string): [] {
    const key = `${what} ${reason}`
    this.#counts.set(key, { count: (this.#counts.get(key)?.count ?? 0) + 1, what, reason })
    return []
  }

  list(): LeftOut[] {
    return [...this.#counts.values()]
  }
}

/** `3 of the requests of app.har, to cdn.example.net`, for each. */
export function describeLeftOut(leftOut: readonly LeftOut[], file: string): string[] {
  return leftOut.map(({ count, what, reason }) => `${count} of the ${what} of ${file}, ${reason}`)
}
