import { EmulatorError } from '../checking/emulator-error.ts'
import { problemsIn } from '../checking/issues.ts'
import type { Path, Problem } from '../checking/problems.ts'
import type { KnownUnit } from '../matching/check-names.ts'
import { failedDelivery } from '../faults/registry.ts'
import type { Pending } from '../world/tables/pending.ts'
import { findTriggerCause } from './describe-change.ts'
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
import { KeptEntries, MAX_CHANGES_IN_A_ROW, type JournalListener } from './kept-entries.ts'
import { JOURNAL_BYTES, JOURNAL_SIZE, type JournalOptions } from './journal-options.ts'
import { KnownSecrets } from './known-secrets.ts'
import { renderEntry } from './render.ts'
import { contentProblems, matchSchema, pathProblems, type JournalMatch } from './match.ts'
import { CompiledFilter } from './compiled-filter.ts'
import { compileTimelineFilter, type TimelineMatch } from './timeline-filter.ts'
import { verify, verifySchema, type Times, type Verdict } from './verify.ts'

/**
 * Requests and answers, with due work and the other changes of the world in between. The number of requests and the
 * bytes of their bodies are bounded. Entries are rendered, and their secrets redacted, when they are read.
 */
export class Journal {
  readonly size: number
  readonly bytes: number
  readonly #units: readonly KnownUnit[]
  readonly #entries: KeptEntries
  /** Number of changes at the end. */
  #inARow = 0
  /** Real time of the stopwatch at the arrival of the newest request. */
  #lastArrival: number | undefined
  /** Name of its world on a server; undefined in a process that serves nobody. */
  findWorldName: (() => string | undefined) | undefined = undefined
  /** True for an entry of another branch of the world's history; set by the tracer. */
  isOther: ((number: number) => boolean) | undefined = undefined
  /** Secrets of its entries and of the world. */
  readonly secrets = new KnownSecrets(this)
  readonly #listeners = new Set<JournalListener>()

  /** `units` are the endpoints and commands that a match may name. */
  constructor(options: JournalOptions, units: readonly KnownUnit[]) {
    this.size = options.size ?? JOURNAL_SIZE
    this.bytes = options.bytes ?? JOURNAL_BYTES
    this.#entries = new KeptEntries(this)
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

  /** Renders an entry without secrets. A value that was a secret in any entry is hidden everywhere. */
  rendered(entry: KeptEntry): TimelineEntry {
    const shown = renderEntry(entry, this.secrets.hider(), this.findWorldName?.())
    return this.isOther?.(entry.number) === true ? { ...shown, other_branch: true } : shown
  }

  /** The entry with this number, with its secrets; undefined if it is not kept. */
  get(number: number): KeptEntry | undefined {
    return this.#entries.get(number)
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
    const recorded = { size, kept: Array.from(this.raw()), dropped: this.#entries.dropped, hide: secrets.hider() }
    const verdict = verify(recorded, match, times)
    const hollow = verdict.ok && verdict.count === 0 ? pathProblems(match, this.#units) : []
    if (hollow.length > 0) throw new EmulatorError(hollow)
    return verdict
  }

  /** Number of entries that were recorded since the last `clear` but are no longer kept. */
  get dropped(): number {
    return this.#entries.droppedCount
  }

  /** Number of the oldest kept entry; of the next one if there is none. */
  get first(): number {
    return this.#entries.first
  }

  /** Number of the last entry; 0 before the first. */
  get last(): number {
    return this.#entries.next - 1
  }

  /** Number of kept entries. */
  get length(): number {
    return this.#entries.length
  }

  /**
   * Records an exchange, between the changes that triggers made before and after it; one that was held, in the entry
   * that it has since its arrival. Returns its number.
   */
  record(exchange: JournaledExchange): number {
    const { triggered, wait, start } = exchange
    const { early, late } = triggered ?? {}
    const held = wait?.entry === undefined ? undefined : this.#entries.exchange(wait.entry)
    const number = held?.number ?? this.#entries.next + (early === undefined ? 0 : 1)
    this.#addTriggered(early, number)
    if (held === undefined) {
      this.#add(keepExchange(this.#entries.next, exchange, this.#lastArrival))
      this.#lastArrival = start.real
    } else this.#replace(keepExchange(number, exchange, held.arrivedBefore))
    this.#addTriggered(late, number)
    return number
  }

  /** Brings the entry of an exchange up to date. */
  amend(number: number, exchange: JournaledExchange): void {
    const entry = this.#entries.exchange(number)
    if (entry !== undefined) this.#replace(keepExchange(number, exchange, entry.arrivedBefore))
  }

  /**
   * Notes that the answer of an entry ended, or after how many milliseconds its client left without all of it. An entry
   * that is no longer kept is told as well.
   */
  ended(number: number, exchange: JournaledExchange, leftAfter?: number): void {
    if (leftAfter === undefined && this.#listeners.size === 0) return
    let entry = this.#entries.exchange(number) ?? keepExchange(number, exchange, undefined)
    // A fault that ended the connection says more.
    if (leftAfter !== undefined && failedDelivery(entry.response?.faults) === undefined) {
      entry = { ...entry, state: 'gave up', leftAfter, heldMs: exchange.wait?.ms ?? 0 }
      this.#replace(entry)
    }
    for (const { ended } of this.#listeners) ended?.(entry)
  }

  #replace(entry: KeptExchange): void {
    this.#entries.replace(entry)
    for (const { changed } of this.#listeners) changed?.(entry)
  }

  /** Takes over an exchange that another journal recorded, and that has ended. */
  adopt(entry: KeptExchange): void {
    const adopted = { ...entry, number: this.#entries.next }
    this.#add(adopted)
    for (const { ended } of this.#listeners) ended?.(adopted)
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
      return this.#entries.replace({ ...last, more: last.more + 1 })
    if (isFull) this.#inARow = 0
    this.#addChange(cause, at, isJump)
  }

  #addChange(cause: Cause, at: number, isJump: boolean, triggers: readonly string[] = [], of?: number): void {
    this.#add({ number: this.#entries.next, ...cause, at, triggers, of, more: 0, isJump, bytes: 0 })
  }

  /** Records due work at a world time, and the number of further pieces without an entry. */
  recordWork(work: Pending, at: number, more = 0): void {
    this.#add({ number: this.#entries.next, via: 'time', work, at, more, bytes: 0 })
  }

  #add(entry: KeptEntry): void {
    this.#inARow = 'did' in entry ? this.#inARow + 1 : 0
    this.#entries.add(entry)
    for (const { added } of this.#listeners) added?.(entry)
  }

  /** Kept exchanges, oldest first, unrendered. */
  *raw(after = 0): Generator<KeptExchange, void, undefined> {
    for (const entry of this.all(after)) if (isExchange(entry)) yield entry
  }

  /** Kept entries, oldest first, unrendered. */
  readonly all = (after = 0): Generator<KeptEntry, void, undefined> => this.#entries.all(after)

  /** Number of listeners. */
  get listeners(): number {
    return this.#listeners.size
  }

  /** Removes all entries. Numbers continue, so that a reader of new entries misses none. */
  clear(): void {
    this.#entries.clear()
    this.#inARow = 0
  }

  /** Calls `added` with each new entry, and the others, until the returned function is called. */
  listen(added: JournalListener['added'], others: Omit<JournalListener, 'added'> = {}): () => void {
    const listener = { added, ...others }
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
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
