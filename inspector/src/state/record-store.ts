import type { ControlAnswer } from '../../../emulator/host/control-api/control-api.ts'
import { Store } from '../store.ts'
import type { Source } from '../source/source.ts'
import type { StateAt } from './state-at.tsx'
import { prepareSearch, type WorldRecord } from './records.ts'

/** Records per page: the maximum of the control API. */
const PAGE = 1_000

/** Records of a table, read page by page, and shown meanwhile. */
export class RecordStore extends Store {
  records: readonly WorldRecord[] = []
  complete = false
  error: Error | undefined
  readonly #source: Source
  readonly #table: string
  readonly #stateAt: StateAt
  #reading = 0

  /** `stateAt`: query parameters of a past state; empty for the current one. */
  constructor(source: Source, table: string, stateAt: StateAt = {}) {
    super()
    this.#source = source
    this.#table = table
    this.#stateAt = stateAt
  }

  /** Reads the whole table again. The old records stay until all new ones are read. */
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
        // Render each tenth page only: rendering takes as long as reading a page.
        if (next === null || (first && read.length % (10 * PAGE) === PAGE)) this.#show([...read], next === null)
      }
    } catch (error) {
      if (reading !== this.#reading) return
      this.error = error as Error
      this.changed()
    }
  }

  /** Stops a read in progress. */
  stop(): void {
    this.#reading++
  }

  #page(after: string | undefined): Promise<ControlAnswer<'GET /state/:table'>> {
    const query = { limit: PAGE, ...(after !== undefined && { after }), ...this.#stateAt }
    return this.#source.call('GET /state/:table', { params: { table: this.#table }, query })
  }

  #show(records: readonly WorldRecord[], complete: boolean): void {
    Object.assign(this, { records, error: undefined })
    if (complete) this.complete = true
    this.changed()
  }
}
