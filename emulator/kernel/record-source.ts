import type { Collection } from '../world/collection.ts'
import type { Range } from '../world/range.ts'
import type { BaseRecord } from '../world/row.ts'
import type { RowSource } from './pages.ts'

/** The rows of a range for a record cursor, which names a record by id: it must be one of the range. */
export function recordSource<R extends BaseRecord>(collection: Pick<Collection<R>, 'row'>, range: Range<R>): RowSource<R> {
  return {
    oldest: (after) => range.oldest(after),
    newest: (before) => range.newest(before),
    row: (id) => collection.row(id),
    contains: (row) => range.contains(row),
  }
}
