import { EmulatorError } from '../checking/emulator-error.ts'
import { problemsIn } from '../checking/issues.ts'
import type { Path, Problem } from '../checking/problems.ts'
import type { KnownUnit } from '../matching/check-names.ts'
import type { Pending } from '../world/tables/pending.ts'
import { findTriggerCause } from './describe-change.ts'
import { Dropped } from './dropped.ts'
import {
  type Cause,
  type JournaledExchange,
  type KeptEntry,
  type KeptExchange,
  type TriggeredChanges,
  isExchange,
  isLike,
  keepExchange,
} from './entry.ts'
import type { JournalEntry, TimelineEntry } from './journal-entry.ts'
import { JOURNAL_BYTES, JOURNAL_SIZE, type JournalOptions } from './journal-options.ts'
import { KnownSecrets } from './known-secrets.ts'
import { renderEntry } from './render.ts'
import { contentProblems, matchSchema, pathProblems, type JournalMatch } from './match.ts'
import { CompiledFilter } from './compiled-filter.ts'
import { compileTimelineFilter, type TimelineMatch } from './timeline-filter.ts'
import { verify, verifySchema, type Times, type Verdict } from './verify.ts'

/** Maximum of entries in a row before like changes are counted: a loop that fills a world would otherwise be most of it. */
export const MAX_CHANGES_IN_A_ROW = 100

/**
 * Requests and answers, with due work and the other changes of the world in between. The number of requests and the
 * bytes of their bodies are bounded. Entries are rendered, and their secrets redacted, when they are read.
 */
export class Journal {
  readonly size: number
  readonly bytes: number
  readonly #units: readonly KnownUnit[]
  // Allocated by the first entry: an unused world costs nothing.
  #entries: Map<number, KeptEntry> | undefined
  /** Number of the oldest kept entry. */
  #first = 1
  /** Number of the next entry. */
  #next = 1
  #held = 0
  /** Number of kept changes, and of those at the end. */
  #changes = 0
  #inARow = 0
  /** Real time of the stopwatch at the arrival of the newest request. */
  #lastArrival: number | undefined
  #dropped = new Dropped()
  #droppedOthers = 0
  /** True for an entry of another branch of the world's history; set by the tracer. */
  isOther: ((number: number) => boolean) | undefined = undefined
  /** Secrets of its entries and of the world. */
  readonly secrets = new KnownSecrets(this)
  #listeners: Set<(entry: KeptEntry) => void> | undefined

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

  /** Entries as in `entries`, with due work in between, and with the changes that tests, steps and others made. */
  timeline(match: TimelineMatch = {}, after = 0): TimelineEntry[] {
    return Array.from(this.all(after))
      .filter(this.compileTimelineFilter(match))
      .map((entry) => this.rendered(entry))
  }

  /** Compiles a filter of a timeline: only `via` and `trigger` match more than exchanges. */
  compileTimelineFilter(match: TimelineMatch): (entry: KeptEntry) => boolean {
    return compileTimelineFilter(match, (exchanges) => this.compileFilter(exchanges))
  }

  /** Renders an entry without secrets: what stood at the place of one in an entry is hidden wherever it turns up. */
  rendered(entry: KeptEntry): TimelineEntry {
    const shown = renderEntry(entry, this.secrets.hider())
    return this.isOther?.(entry.number) === true ? { ...shown, other_branch: true } : shown
  }

  /** The entry with this number, with its secrets; undefined if it is not kept. */
  get(number: number): KeptEntry | undefined {
    return this.#entries?.get(number)
  }

  /** Compiles a match. Throws `EmulatorError` if it is invalid. */
  compileFilter(match: JournalMatch): (entry: KeptExchange) => boolean {
    this.#check(problemsIn(matchSchema, match), match, ['match'])
    const filter = new CompiledFilter(match)
    return (entry) => filter.matches(entry)
  }

  /** Compares the number of matching exchanges with `times` (default: at least once). */
  verify(match: JournalMatch, times?: Times): Verdict {
    this.#check(problemsIn(verifySchema, { match, times }), match, [])
    const { size, secrets } = this
    const recorded = { size, kept: Array.from(this.raw()), dropped: this.#dropped, hide: secrets.hider() }
    const verdict = verify(recorded, match, times)
    const hollow = verdict.ok && verdict.count === 0 ? pathProblems(match, this.#units) : []
    if (hollow.length > 0) throw new EmulatorError(hollow)
    return verdict
  }

  /** Number of entries that were recorded since the last `clear` but are no longer kept. */
  get dropped(): number {
    return this.#dropped.total + this.#droppedOthers
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

  /** Records an exchange, between the changes that triggers made before and after it. */
  record(exchange: JournaledExchange): void {
    const { early, late } = exchange.triggered ?? {}
    const number = this.#next + (early === undefined ? 0 : 1)
    this.#addTriggered(early, number)
    this.#add(keepExchange(this.#next++, exchange, this.#lastArrival))
    this.#lastArrival = exchange.start.real
    this.#addTriggered(late, number)
  }

  /** Takes over an exchange that another journal recorded. */
  adopt(entry: KeptExchange): void {
    this.#add({ ...entry, number: this.#next++ })
  }

  #addTriggered(changes: TriggeredChanges | undefined, of: number): void {
    if (changes === undefined) return
    const { cause, names } = findTriggerCause(changes)
    this.#addChange(cause, changes.at, false, names, of)
  }

  /**
   * Records a change that no request made, with the world time before it. After many in a row, one like the last is
   * counted with it, without an entry of its own; a jump to another state never is.
   */
  recordChange(cause: Cause, at: number, isJump = false): void {
    const last = this.get(this.last)
    const isFull = this.#inARow >= MAX_CHANGES_IN_A_ROW
    if (isFull && !isJump && isLike(cause, last) && this.isOther?.(this.last) !== true)
      return void this.#entries!.set(this.last, { ...last, more: last.more + 1 })
    if (isFull) this.#inARow = 0
    this.#addChange(cause, at, isJump)
  }

  #addChange(cause: Cause, at: number, isJump: boolean, triggers: readonly string[] = [], of?: number): void {
    this.#add({ number: this.#next++, ...cause, at, triggers, of, more: 0, isJump, bytes: 0 })
  }

  /** Records due work at a world time, and the number of further pieces without an entry. */
  recordWork(work: Pending, at: number, more = 0): void {
    this.#add({ number: this.#next++, via: 'time', work, at, more, bytes: 0 })
  }

  #add(entry: KeptEntry): void {
    if ('did' in entry) {
      this.#inARow++
      this.#changes++
    } else this.#inARow = 0
    ;(this.#entries ??= new Map()).set(entry.number, entry)
    // Changes take no room from requests, as long as there are fewer than a full row of them for each.
    const most = MAX_CHANGES_IN_A_ROW * (this.size + 1)
    while (this.length - this.#changes > this.size || this.#changes > most) this.#drop()
    this.#held += entry.bytes
    // The newest entry stays, however large: it is the one a reader looks for.
    while (this.#held > this.bytes && this.#first < entry.number) this.#drop()
    this.#listeners?.forEach((listener) => listener(entry))
  }

  /** Kept exchanges, oldest first, unrendered. */
  *raw(after = 0): Generator<KeptExchange, void, undefined> {
    for (const entry of this.all(after)) if (isExchange(entry)) yield entry
  }

  /** Kept entries, oldest first, unrendered. */
  *all(after = 0): Generator<KeptEntry, void, undefined> {
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
    this.#entries = undefined
    this.#first = this.#next
    this.#held = this.#changes = this.#inARow = this.#droppedOthers = 0
    this.#dropped = new Dropped()
  }

  /** Calls `listener` with each new entry, until the returned function is called. */
  listen(listener: (entry: KeptEntry) => void): () => void {
    const listeners = (this.#listeners ??= new Set())
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.#listeners === listeners) this.#listeners = undefined
    }
  }

  #drop(): void {
    const entry = this.get(this.#first)!
    this.#entries!.delete(this.#first++)
    this.#held -= entry.bytes
    if ('did' in entry) this.#changes--
    if (isExchange(entry)) this.#dropped.add(entry)
    else this.#droppedOthers++
  }

  /** `path` is the position of the match in the checked value. */
  #check(wrong: readonly Problem[], match: JournalMatch, path: Path): void {
    const problems =
      wrong.length > 0
        ? wrong.map((problem) => ({ ...problem, path: [...path, ...problem.path] }))
        : contentProblems(match, this.#units).map((problem) => ({ ...problem, path: ['match', ...problem.path] }))
    if (problems.length > 0) throw new EmulatorError(problems)
  }
}
