import type { Collection } from '../world/collection.ts'
import type { Range } from '../world/range.ts'
import type { BaseRecord, Row } from '../world/row.ts'
import type { RowSource } from './pages.ts'

type Rows<R extends BaseRecord> = Pick<Collection<R>, 'row'>

/** The rows of a range for a record cursor, which names a record by id: it must be one of the range. */
export function recordSource<R extends BaseRecord>(collection: Rows<R>, range: Range<R>): RowSource<R> {
  return new RecordSource(collection, range)
}

class RecordSource<R extends BaseRecord> implements RowSource<R> {
  readonly #collection: Rows<R>
  readonly #range: Range<R>

  constructor(collection: Rows<R>, range: Range<R>) {
    this.#collection = collection
    this.#range = range
  }

  oldest(after?: number): Iterable<Row<R>> {
    return this.#range.oldest(after)
  }

  newest(before?: number): Iterable<Row<R>> {
    return this.#range.newest(before)
  }

  row(id: string): Row<R> | undefined {
    return this.#collection.row(id)
  }

  contains(row: Row<R>): boolean {
    return this.#range.contains(row)
  }
}
