import { EmulatorError } from '../checking/emulator-error.ts'
import { problemsIn } from '../checking/issues.ts'
import type { Path, Problem } from '../checking/problems.ts'
import type { KnownUnit } from '../matching/check-names.ts'
import type { Pending } from '../world/tables/pending.ts'
import { Dropped } from './dropped.ts'
import { type JournaledExchange, type KeptExchange, type KeptWork, keepExchange } from './entry.ts'
import type { JournalEntry, TimeEntry } from './journal-entry.ts'
import { render, renderWork } from './render.ts'
import { contentProblems, matchSchema, pathProblems, type JournalMatch } from './match.ts'
import { CompiledFilter } from './compiled-filter.ts'
import { verify, verifySchema, type Times, type Verdict } from './verify.ts'

export interface JournalOptions {
  /** Maximum of kept entries; the oldest are dropped. Default 1,000. */
  readonly size?: number
  /** Maximum of body bytes in all entries. Default 64 MiB. */
  readonly bytes?: number
}

const JOURNAL_SIZE = 1_000
const JOURNAL_BYTES = 64 * 1024 * 1024

/** A match that may also match due work: `{ via: 'time' }`. */
export type TimelineMatch = Omit<JournalMatch, 'via'> & { readonly via?: JournalMatch['via'] | 'time' }

type Listener = (entry: KeptExchange | KeptWork) => void

/**
 * Requests and answers, in a ring with a bounded number of entries and body bytes. Entries are rendered, and their
 * secrets redacted, when they are read.
 */
export class Journal {
  readonly size: number
  readonly bytes: number
  readonly #units: readonly KnownUnit[]
  // Allocated by the first entry: an unused world costs nothing.
  #ring: (KeptExchange | KeptWork | undefined)[] | undefined
  /** Number of the oldest kept entry. */
  #first = 1
  /** Number of the next entry. */
  #next = 1
  #held = 0
  #dropped = new Dropped()
  #droppedWork = 0
  /** True for an entry of another branch of the world's history; set by the tracer. */
  isOther: ((number: number) => boolean) | undefined = undefined
  #listeners: Set<Listener> | undefined

  /** `units` are the endpoints and commands that a match may name. */
  constructor(options: JournalOptions, units: readonly KnownUnit[]) {
    this.size = options.size ?? JOURNAL_SIZE
    this.bytes = options.bytes ?? JOURNAL_BYTES
    this.#units = units
  }

  /** Creates an empty journal, with these bounds by default. */
  empty({ size = this.size, bytes = this.bytes }: JournalOptions = {}): Journal {
    return new Journal({ size, bytes }, this.#units)
  }

  /** Kept entries, oldest first, without secrets; filtered by `match`, and from after the entry `after`. */
  entries(match?: JournalMatch, after = 0): JournalEntry[] {
    const matches = this.compileFilter(match ?? {})
    return Array.from(this.raw(after))
      .filter(matches)
      .map((entry) => this.rendered(entry) as JournalEntry)
  }

  /** Entries as in `entries`, with due work in between. */
  timeline(match: TimelineMatch = {}, after = 0): (JournalEntry | TimeEntry)[] {
    return Array.from(this.all(after))
      .filter(this.compileTimelineFilter(match))
      .map((entry) => this.rendered(entry))
  }

  /** Compiles a filter of a timeline: a match with only `via: time` matches due work, any other match exchanges. */
  compileTimelineFilter(match: TimelineMatch): (entry: KeptExchange | KeptWork) => boolean {
    const { via, ...others } = match
    const matchesAll = Object.keys(others).length === 0
    if (matchesAll && via === undefined) return () => true
    if (via === 'time') return ({ via: how }) => matchesAll && how === 'time'
    const matches = this.compileFilter(match as JournalMatch)
    return (entry) => entry.via !== 'time' && matches(entry)
  }

  /** Renders an entry without secrets. */
  rendered(entry: KeptExchange | KeptWork): JournalEntry | TimeEntry {
    const shown = entry.via === 'time' ? renderWork(entry) : render(entry)
    return this.isOther?.(entry.number) === true ? { ...shown, other_branch: true } : shown
  }

  /** The entry with this number, with its secrets; undefined if it is not kept. */
  get(number: number): KeptExchange | KeptWork | undefined {
    const entry = this.#ring?.[number % this.size]
    return entry?.number === number ? entry : undefined
  }

  /** Compiles a match. Throws `EmulatorError` if it is invalid. */
  compileFilter(match: JournalMatch): (entry: KeptExchange) => boolean {
    this.#check(problemsIn(matchSchema, match), match, ['match'])
    const meaning = new CompiledFilter(match)
    return (entry) => meaning.matches(entry)
  }

  /** Compares the number of matching exchanges with `times` (default: at least once). */
  verify(match: JournalMatch, times?: Times): Verdict {
    this.#check(problemsIn(verifySchema, { match, times }), match, [])
    const verdict = verify({ size: this.size, kept: Array.from(this.raw()), dropped: this.#dropped }, match, times)
    const hollow = verdict.ok && verdict.count === 0 ? pathProblems(match, this.#units) : []
    if (hollow.length > 0) throw new EmulatorError(hollow)
    return verdict
  }

  /** Number of entries that were recorded since the last `clear` but are no longer kept. */
  get dropped(): number {
    return this.#dropped.total + this.#droppedWork
  }

  /** Number of the oldest kept entry; of the next one if there is none. */
  get first(): number {
    return this.#first
  }

  /** Number of the last entry; 0 before the first. */
  get last(): number {
    return this.#next - 1
  }

  /** Number of kept entries. */
  get length(): number {
    return this.#next - this.#first
  }

  record(exchange: JournaledExchange): void {
    this.#add(keepExchange(this.#next++, exchange))
  }

  /** Records due work at a world time, and the number of further pieces without an entry. */
  recordWork(work: Pending, at: number, more = 0): void {
    this.#add({ number: this.#next++, via: 'time', work, at, more, bytes: 0 })
  }

  #add(entry: KeptExchange | KeptWork): void {
    // The number is already taken: the ring has room for one fewer.
    if (this.length > this.size) this.#drop()
    ;(this.#ring ??= [])[entry.number % this.size] = entry
    this.#held += entry.bytes
    // The newest entry stays, however large: it is the one a reader looks for.
    while (this.#held > this.bytes && this.#first < entry.number) this.#drop()
    this.#listeners?.forEach((listener) => listener(entry))
  }

  /** Kept exchanges, oldest first, unrendered. */
  *raw(after = 0): Generator<KeptExchange, void, undefined> {
    for (const entry of this.all(after)) if (entry.via !== 'time') yield entry
  }

  /** Kept exchanges and due work, oldest first, unrendered. */
  *all(after = 0): Generator<KeptExchange | KeptWork, void, undefined> {
    for (let number = Math.max(this.#first, after + 1); number < this.#next; number++) {
      const entry = this.get(number)
      if (entry !== undefined) yield entry
    }
  }

  /** Number of listeners. */
  get listeners(): number {
    return this.#listeners?.size ?? 0
  }

  /** Removes all entries. Numbers continue, so that a reader of new entries misses none. */
  clear(): void {
    this.#ring = undefined
    this.#first = this.#next
    this.#held = 0
    this.#dropped = new Dropped()
    this.#droppedWork = 0
  }

  /** Calls `listener` with each new entry, until the returned function is called. */
  listen(listener: Listener): () => void {
    const listeners = (this.#listeners ??= new Set())
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.#listeners === listeners) this.#listeners = undefined
    }
  }

  #drop(): void {
    const position = this.#first++ % this.size
    const entry = this.#ring![position]!
    this.#held -= entry.bytes
    this.#ring![position] = undefined
    if (entry.via === 'time') this.#droppedWork++
    else this.#dropped.add(entry)
  }

  /** `path` is the position of the match in the checked value. */
  #check(wrong: readonly Problem[], match: JournalMatch, path: Path): void {
    const content =
      wrong.length > 0
        ? []
        : contentProblems(match, this.#units).map((problem) => ({ ...problem, path: ['match', ...problem.path] }))
    const problems = [...wrong.map((problem) => ({ ...problem, path: [...path, ...problem.path] })), ...content]
    if (problems.length > 0) throw new EmulatorError(problems)
  }
}
