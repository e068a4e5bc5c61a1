import { Store } from '../store.ts'
import type { Source } from '../source/source.ts'
import { prepareSearch, type WorldRecord } from './records.ts'

interface Page {
  readonly records: readonly WorldRecord[]
  readonly next: string | null
}

/** Records of one page: the most that the control API gives. */
const PAGE = 1_000

/** The records of a table, read page by page. What there is can be looked at meanwhile. */
export class RecordStore extends Store {
  records: readonly WorldRecord[] = []
  complete = false
  error: Error | undefined
  readonly #source: Source
  readonly #path: string
  readonly #moment: Readonly<Record<string, string>>
  #reading = 0

  /** `moment`: what is asked for, as parameters; empty for now. */
  constructor(source: Source, table: string, moment: Readonly<Record<string, string>> = {}) {
    super()
    this.#source = source
    this.#path = `/state/${encodeURIComponent(table)}`
    this.#moment = moment
  }

  /** Reads everything, in place of what was read before. What was there stays until all of the new is. */
  async load(): Promise<void> {
    const reading = ++this.#reading
    const first = !this.complete
    const read: WorldRecord[] = []
    try {
      for (let after: string | undefined | null; after !== null;) {
        const { records, next } = await this.#page(after)
        if (reading !== this.#reading) return
        read.push(...records)
        prepareSearch(records)
        after = next
        // Each tenth page: to show a list again takes as long as to read a page.
        if (next === null || (first && read.length % (10 * PAGE) === PAGE)) this.#show([...read], next === null)
      }
    } catch (error) {
      if (reading !== this.#reading) return
      this.error = error as Error
      this.changed()
    }
  }

  /** Ends what is being read. */
  stop(): void {
    this.#reading++
  }

  #page(after: string | undefined): Promise<Page> {
    const query = new URLSearchParams({ limit: String(PAGE), ...(after !== undefined && { after }), ...this.#moment })
    return this.#source.call<Page>('GET', `${this.#path}?${query.toString()}`)
  }

  #show(records: readonly WorldRecord[], complete: boolean): void {
    Object.assign(this, { records, error: undefined })
    if (complete) this.complete = true
    this.changed()
  }
}
