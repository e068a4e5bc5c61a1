import { Store } from '../store.ts'
import { Unreachable, type Source } from '../source/source.ts'
import type { TimelineEntry } from '../../../emulator/engine/journal/journal-entry.ts'
import { describeLine } from './describe-line.ts'
import { mayHaveChanged, type Line } from './line.ts'

/** An entry as its own view shows it. */
export type ShownEntry = TimelineEntry &
  Line & {
    /** Number of the entry that deleted the record of its cursor. */
    readonly deletedBy?: number | undefined
  }

/** The timeline: all lines of the journal, and new ones as they arrive. */
export class JournalStore extends Store {
  lines: readonly Line[] = []
  /** Entries that were recorded but are no longer kept. */
  dropped = 0
  loaded = false
  /** Changes with each entry and when the journal is cleared. */
  version = 0
  /** Changes when the journal is read, and with each entry that may have changed the world. */
  worldVersion = 0
  /** True while other tabs have the connections of the browser. */
  isWaiting = false
  readonly #source: Source
  readonly #failed: (error: unknown) => void
  #listening: AbortController | undefined
  #waiting: Line[] = []

  /** `failed` is called when the journal can no longer be followed. */
  constructor(source: Source, failed: (error: unknown) => void) {
    super()
    this.#source = source
    this.#failed = failed
  }

  /** Reads the journal, then follows it. */
  async load(): Promise<void> {
    this.#listening?.abort()
    const listening = (this.#listening = new AbortController())
    try {
      const { entries, next, dropped } = await this.#source.call('GET /journal', { query: { show: 'lines' } })
      if (listening.signal.aborted) return
      this.#waiting = []
      Object.assign(this, { lines: entries.map((entry) => describeLine(entry, this.#source)), dropped, loaded: true })
      this.worldVersion++
      this.#show()
      await this.#source.listen(
        next,
        (data) => {
          if (!listening.signal.aborted) this.#hear(describeLine(JSON.parse(data) as Line, this.#source))
        },
        listening.signal,
        (isWaiting) => {
          this.isWaiting = isWaiting
          this.changed()
        },
      )
      if (!listening.signal.aborted) throw new Unreachable()
    } catch (error) {
      if (!listening.signal.aborted) this.#failed(error)
    }
  }

  /** Follows the journal no longer. */
  stop(): void {
    this.#listening?.abort()
  }

  async entry(number: number): Promise<ShownEntry> {
    const { entry, cursor_deleted_by: deletedBy } = await this.#source.call('GET /journal/:number', {
      params: { number },
    })
    return { ...describeLine(entry, this.#source), deletedBy }
  }

  /** Handles a cleared journal, after a reset, a change of the scenario, or on request. */
  clear(): void {
    this.#waiting = []
    this.lines = []
    this.dropped = 0
    this.#show()
  }

  /** Batches new lines, one rendering per frame: a client may send thousands in a second. */
  #hear(line: Line): void {
    if (this.#waiting.push(line) > 1) return
    requestAnimationFrame(() => {
      const heard = this.#waiting
      // Read with the whole journal since.
      if (heard.length === 0) return
      this.#waiting = []
      this.lines = withHeard(this.lines, heard)
      if (heard.some(mayHaveChanged)) this.worldVersion++
      this.#show()
    })
  }

  #show(): void {
    this.version++
    this.changed()
  }
}

/** Adds lines. One that goes on (it was held, or its client left) takes the place of what was known of it. */
function withHeard(lines: readonly Line[], heard: readonly Line[]): Line[] {
  const all = [...lines]
  for (const line of heard) {
    const at = all.length > 0 && line.number <= all.at(-1)!.number ? all.findLastIndex(isSame(line)) : -1
    if (at < 0) all.push(line)
    else all[at] = line
  }
  return all
}

const isSame =
  ({ number }: Line) =>
  (other: Line): boolean =>
    other.number === number
