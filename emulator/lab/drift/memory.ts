/** Pages of a listing that were shown so far. */
export interface Walk {
  /** Ids of the target's items. */
  readonly ids: readonly string[]
  /** Keys of the twin's items that they are. */
  readonly shown: readonly string[]
  /** Items that could be any. */
  readonly anonymous: number
  /** Rows that the pages read at most: the sum of their limits. */
  readonly mostRead: number
}

const nothingShown: Walk = { ids: [], shown: [], anonymous: 0, mostRead: 0 }

/** Records that were there before a run, of which a comparison knows little. */
export interface Unseen {
  /** Numbers of the exchanges that told the twin what was there before. */
  readonly told: ReadonlySet<number>
  /** Ids of the twin's that stand for records of strangers. */
  readonly strangers: ReadonlySet<string>
  /** Ids and aliases of organizations that were there before the run: what they hold, and who may do what there, is not known. */
  readonly adopted: ReadonlySet<string>
  /** Names of callers of whom no more is known than their user. */
  readonly guests: ReadonlySet<string>
}

const none: ReadonlyMap<string, never> = new Map<string, never>()

/**
 * Memory of a comparison from one exchange to the next, beside the twin's world. Each map is replaced as a whole where something is written,
 * so that forks, of which there is one for each exchange, share them.
 */
export class Memory {
  readonly unseen: Unseen
  /** Walks by the cursor that they go on with. */
  #walks: ReadonlyMap<string, Walk> = none
  /** Secrets of keys, by the id of the key at the target and at the twin. */
  #secrets: ReadonlyMap<string, string> = none
  /** Calls that gave a socket its credentials, by socket. */
  #authentications: ReadonlyMap<string, readonly string[]> = none
  /** Frames of the twin that nothing had asked for, by socket. */
  #strays: ReadonlyMap<string, readonly string[]> = none
  /** The first write of each probe file whose outcome is not known. */
  #unknownWrites: ReadonlyMap<string, number> = none
  /** Cursors that the twin answered. */
  #handedOut: ReadonlyMap<string, true> = none
  /** Values of the target on which both differ already, with the reason. */
  #tainted: ReadonlyMap<string, string> = none

  constructor(unseen: Unseen) {
    this.unseen = unseen
  }

  /** An independent memory of the same, in constant time. */
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

  /** Takes note of a write that may have been done or not. */
  noteUnknownWrite(probe: string, number: number): void {
    if (!this.#unknownWrites.has(probe)) this.#unknownWrites = withEntry(this.#unknownWrites, probe, number)
  }

  /** Number of the first exchange of which nobody knows what it wrote: in a probe file, or in any of them. */
  findUnknownWrite(probe?: string): number | undefined {
    return probe === undefined ? this.#unknownWrites.values().next().value : this.#unknownWrites.get(probe)
  }

  /** Takes note of a value of the target on which both differ from now on; the first reason stays. */
  taint(value: string, reason: string): void {
    if (!this.#tainted.has(value)) this.#tainted = withEntry(this.#tainted, value, reason)
  }

  /** Why both differ already on one of these values of the target; undefined where they do not. */
  findTaint(values: () => readonly string[]): string | undefined {
    if (this.#tainted.size === 0) return undefined
    const found = values().find((value) => this.#tainted.has(value))
    return found === undefined ? undefined : this.#tainted.get(found)
  }

  /** Takes note of a cursor that the twin answered. */
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
