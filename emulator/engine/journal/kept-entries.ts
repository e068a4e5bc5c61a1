import { Dropped } from './dropped.ts'
import { isExchange, type KeptEntry, type KeptExchange } from './entry.ts'

/**
 * Most consecutive entries of equal changes before they are only counted, so that a loop that fills a world does not
 * fill the journal.
 */
export const MAX_CHANGES_IN_A_ROW = 100

/** Entries of a journal by number, within its bounds. The oldest are dropped, and counted. */
export class KeptEntries {
  /** Number of the oldest kept entry, and of the next one. */
  first = 1
  next = 1
  dropped = new Dropped()
  readonly #bounds: { readonly size: number; readonly bytes: number }
  // Allocated by the first entry: an unused world costs nothing.
  #entries: Map<number, KeptEntry> | undefined
  #bytes = 0
  /** Number of kept changes. */
  #changes = 0
  #droppedOthers = 0

  /** `bounds` are read at each entry. */
  constructor(bounds: { readonly size: number; readonly bytes: number }) {
    this.#bounds = bounds
  }

  get length(): number {
    return this.next - this.first
  }

  /** Number of entries that were added since the last `clear` but are no longer kept. */
  get droppedCount(): number {
    return this.dropped.total + this.#droppedOthers
  }

  get(number: number): KeptEntry | undefined {
    return this.#entries?.get(number)
  }

  /** The exchange with this number. */
  exchange(number: number): KeptExchange | undefined {
    const entry = this.get(number)
    return entry !== undefined && isExchange(entry) ? entry : undefined
  }

  /** Adds the entry with the number `next`. */
  add(entry: KeptEntry): void {
    const { size, bytes } = this.#bounds
    this.next = entry.number + 1
    if ('did' in entry) this.#changes++
    ;(this.#entries ??= new Map()).set(entry.number, entry)
    // Changes do not displace requests, as long as there are not too many for each.
    const most = MAX_CHANGES_IN_A_ROW * (size + 1)
    while (this.length - this.#changes > size || this.#changes > most) this.#drop()
    this.#bytes += entry.bytes
    // The newest entry stays, however large: it is the one a reader looks for.
    while (this.#bytes > bytes && this.first < entry.number) this.#drop()
  }

  /** Replaces the entry with its number, which is kept. */
  replace(entry: KeptEntry): void {
    this.#bytes += entry.bytes - this.get(entry.number)!.bytes
    this.#entries!.set(entry.number, entry)
  }

  /** Kept entries from after a number, oldest first. */
  *all(after: number): Generator<KeptEntry, void, undefined> {
    for (let number = Math.max(this.first, after + 1); number < this.next; number++) {
      const entry = this.get(number)
      if (entry !== undefined) yield entry
    }
  }

  /** Removes all entries. Numbers continue, so that a reader of new entries misses none. */
  clear(): void {
    this.#entries = undefined
    this.first = this.next
    this.#bytes = this.#changes = this.#droppedOthers = 0
    this.dropped = new Dropped()
  }

  #drop(): void {
    const entry = this.get(this.first)!
    this.#entries!.delete(this.first++)
    this.#bytes -= entry.bytes
    if ('did' in entry) this.#changes--
    if (isExchange(entry)) this.dropped.add(entry)
    else this.#droppedOthers++
  }
}

/** Listens to entries. */
export interface JournalListener {
  readonly added: ((entry: KeptEntry) => void) | undefined
  /** Called with an entry that goes on: it was held, or its client gave up. */
  readonly changed?: (entry: KeptExchange) => void
  /** Called with each exchange once: when its answer was handed over, or its client has left. */
  readonly ended?: (entry: KeptExchange) => void
}
