/** Pages of a listing that were shown so far. */
export interface Walk {
  /** Ids of the target's items. */
  readonly ids: readonly string[]
  /** Keys of the twin's items that they are. */
  readonly shown: readonly string[]
  /** Items that could be any. */
  readonly anonymous: number
}

const nothingShown: Walk = { ids: [], shown: [], anonymous: 0 }

/** Memory of a comparison from one exchange to the next, beside the twin's world. */
export class Memory {
  /** Walks by the cursor that they go on with. */
  readonly #walks: Map<string, Walk>
  /** Secrets of keys, by the id of the key at the target and at the twin. */
  readonly #secrets: Map<string, string>
  /** Calls that gave a socket its credentials, by socket. */
  readonly #authentications: Map<string, readonly string[]>
  /** Frames of the twin that nothing had asked for, by socket. */
  readonly #strays: Map<string, readonly string[]>
  /** The first write of each probe file whose outcome is not known. */
  readonly #unknownWrites: Map<string, number>
  /** Ids of the twin's that stand for records of strangers. */
  readonly strangers: ReadonlySet<string>
  /** Cursors that the twin answered. */
  readonly handedOut: Set<string>
  /** Ids and aliases of organizations that were there before the run: what they hold, and who may do what there, is not known. */
  readonly adopted: Set<string>
  /** Names of callers of whom no more is known than their user. */
  readonly guests: Set<string>
  /** Values of the target on which both differ already, with the reason. */
  readonly tainted: Map<string, string>

  constructor(strangers: ReadonlySet<string> = new Set(), from?: Memory) {
    this.strangers = strangers
    this.#walks = new Map(from === undefined ? [] : from.#walks)
    this.#secrets = new Map(from === undefined ? [] : from.#secrets)
    this.#authentications = new Map(from === undefined ? [] : from.#authentications)
    this.#strays = new Map(from === undefined ? [] : from.#strays)
    this.#unknownWrites = new Map(from === undefined ? [] : from.#unknownWrites)
    this.handedOut = new Set(from?.handedOut)
    this.adopted = new Set(from?.adopted)
    this.guests = new Set(from?.guests)
    this.tainted = new Map(from?.tainted)
  }

  /** Takes note of a write that may have been done or not. */
  noteUnknownWrite(probe: string, number: number): void {
    if (!this.#unknownWrites.has(probe)) this.#unknownWrites.set(probe, number)
  }

  /** Number of the first exchange of which nobody knows what it wrote: in a probe file, or in any of them. */
  findUnknownWrite(probe?: string): number | undefined {
    return probe === undefined ? this.#unknownWrites.values().next().value : this.#unknownWrites.get(probe)
  }

  fork(): Memory {
    return new Memory(this.strangers, this)
  }

  findWalk(cursor: string | undefined): Walk {
    return cursor === undefined ? nothingShown : (this.#walks.get(cursor) ?? nothingShown)
  }

  keepWalk(cursor: string, walk: Walk): void {
    this.#walks.set(cursor, walk)
  }

  /** True for a cursor that the target answered. */
  knowsWalk(cursor: string | undefined): boolean {
    return cursor !== undefined && this.#walks.has(cursor)
  }

  keepSecret(id: string, secret: string): void {
    this.#secrets.set(id, secret)
  }

  findSecret(id: string): string | undefined {
    return this.#secrets.get(id)
  }

  authentications(socket: string): readonly string[] {
    return this.#authentications.get(socket) ?? []
  }

  authenticated(socket: string, text: string): void {
    this.#authentications.set(socket, [...this.authentications(socket), text])
  }

  keepStrays(socket: string, frames: readonly string[]): void {
    if (frames.length > 0) this.#strays.set(socket, [...(this.#strays.get(socket) ?? []), ...frames])
  }

  takeStrays(socket: string): readonly string[] {
    const strays = this.#strays.get(socket) ?? []
    this.#strays.delete(socket)
    return strays
  }
}
