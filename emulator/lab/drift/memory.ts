/** Items of a listing on the pages so far. */
export interface Walk {
  /** Ids of the target's items. */
  readonly ids: readonly string[]
  /** Keys of the matching items of the twin. */
  readonly shown: readonly string[]
  /** Number of items that could not be matched. */
  readonly anonymous: number
  /** Rows that the pages read at most: the sum of their limits. */
  readonly mostRead: number
}

const nothingShown: Walk = { ids: [], shown: [], anonymous: 0, mostRead: 0 }

/** Records from before the run, about which the comparison knows little. */
export interface Unseen {
  /** Numbers of the exchanges whose records were copied to the twin. */
  readonly copied: ReadonlySet<number>
  /** Ids of strangers' records at the twin. */
  readonly strangers: ReadonlySet<string>
  /** Ids and aliases of organizations from before the run. Their contents and members are not known. */
  readonly adopted: ReadonlySet<string>
  /** Names of callers of which only the user is known. */
  readonly guests: ReadonlySet<string>
}

const none: ReadonlyMap<string, never> = new Map<string, never>()

/**
 * State of a comparison between exchanges, beside the twin's world. A write replaces the whole map, so that the forks
 * of all exchanges share their maps.
 */
export class Memory {
  readonly unseen: Unseen
  /** Walks by the cursor of their next page. */
  #walks: ReadonlyMap<string, Walk> = none
  /** Secrets of keys, by the id of the key at the target and at the twin. */
  #secrets: ReadonlyMap<string, string> = none
  /** Calls that gave a socket its credentials, by socket. */
  #authentications: ReadonlyMap<string, readonly string[]> = none
  /** Unexpected frames of the twin, by socket. */
  #strays: ReadonlyMap<string, readonly string[]> = none
  /** The first write with unknown outcome, by probe file. */
  #unknownWrites: ReadonlyMap<string, number> = none
  /** Cursors that the twin answered. */
  #handedOut: ReadonlyMap<string, true> = none
  /** Ids and aliases of records that target and twin hold differently, with the reason. */
  #tainted: ReadonlyMap<string, string> = none

  constructor(unseen: Unseen) {
    this.unseen = unseen
  }

  /** An independent copy, in constant time. */
  fork(): Memory {
    const fork = new Memory(this.unseen)
    fork.#walks = this.#walks
    fork.#secrets = this.#secrets
    fork.#authentications = this.#authentications
    fork.#strays = this.#strays
    fork.#unknownWrites = this.#unknownWrites
    fork.#handedOut = this.#handedOut
    fork.#tainted = this.#tainted
    return fork
  }

  /** Notes a write that may have been done or not. */
  noteUnknownWrite(probe: string, number: number): void {
    if (!this.#unknownWrites.has(probe)) this.#unknownWrites = withEntry(this.#unknownWrites, probe, number)
  }

  /** Number of the first exchange with a write of unknown outcome, in one probe file or in any. */
  findUnknownWrite(probe?: string): number | undefined {
    return probe === undefined ? this.#unknownWrites.values().next().value : this.#unknownWrites.get(probe)
  }

  /** Notes a record that target and twin hold differently from now on. Keeps the first reason. */
  taint(value: string, reason: string): void {
    if (!this.#tainted.has(value)) this.#tainted = withEntry(this.#tainted, value, reason)
  }

  /** The reason why target and twin hold one of these records differently; undefined if they do not. */
  findTaint(values: () => readonly string[]): string | undefined {
    if (this.#tainted.size === 0) return undefined
    const found = values().find((value) => this.#tainted.has(value))
    return found === undefined ? undefined : this.#tainted.get(found)
  }

  /** Notes a cursor that the twin answered. */
  handOut(cursor: string): void {
    if (!this.#handedOut.has(cursor)) this.#handedOut = withEntry(this.#handedOut, cursor, true)
  }

  hasHandedOut(cursor: string): boolean {
    return this.#handedOut.has(cursor)
  }

  findWalk(cursor: string | undefined): Walk {
    return cursor === undefined ? nothingShown : (this.#walks.get(cursor) ?? nothingShown)
  }

  keepWalk(cursor: string, walk: Walk): void {
    this.#walks = withEntry(this.#walks, cursor, walk)
  }

  /** True for a cursor that the target answered. */
  knowsWalk(cursor: string | undefined): boolean {
    return cursor !== undefined && this.#walks.has(cursor)
  }

  keepSecret(id: string, secret: string): void {
    this.#secrets = withEntry(this.#secrets, id, secret)
  }

  findSecret(id: string): string | undefined {
    return this.#secrets.get(id)
  }

  authentications(socket: string): readonly string[] {
    return this.#authentications.get(socket) ?? []
  }

  authenticated(socket: string, text: string): void {
    this.#authentications = withEntry(this.#authentications, socket, [...this.authentications(socket), text])
  }

  keepStrays(socket: string, frames: readonly string[]): void {
    if (frames.length > 0)
      this.#strays = withEntry(this.#strays, socket, [...(this.#strays.get(socket) ?? []), ...frames])
  }

  takeStrays(socket: string): readonly string[] {
    const strays = this.#strays.get(socket) ?? []
    if (strays.length > 0) this.#strays = withEntry(this.#strays, socket, [])
    return strays
  }
}

/** A copy of a map with another entry. */
function withEntry<V>(map: ReadonlyMap<string, V>, key: string, value: V): ReadonlyMap<string, V> {
  return new Map([...map, [key, value]])
}
