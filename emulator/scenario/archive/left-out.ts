/** A number of parts of an archive that were not read for one reason. */
export interface LeftOutCalls {
  readonly count: number
  readonly what: 'requests' | 'messages'
  /** Follows the noun: `to cdn.example.net`, `whose body is not in the archive`. */
  readonly reason: string
}

/** Counts parts that are left out by reason, in the order of first appearance. */
export class LeftOutCount {
  readonly #counts = new Map<string, LeftOutCalls>()

  /** Returns an empty list, so that a caller can return the result in place of the part. */
  add(what: LeftOutCalls['what'], reason: string): [] {
    const key = `${what} ${reason}`
    this.#counts.set(key, { count: (this.#counts.get(key)?.count ?? 0) + 1, what, reason })
    return []
  }

  list(): LeftOutCalls[] {
    return [...this.#counts.values()]
  }
}

/** A line for each reason: `3 of the requests of app.har, to cdn.example.net`. */
export function describeLeftOut(leftOut: readonly LeftOutCalls[], file: string): string[] {
  return leftOut.map(({ count, what, reason }) => `${count} of the ${what} of ${file}, ${reason}`)
}
