import type { BaseRecord, Row } from './row.ts'
import { countedFields, countKey, type AnyRow, type Index } from './table-index.ts'

/** Place of a row in an order that ends with `created_at`, or in that of creation. */
export interface Position {
  readonly seq: number
  readonly created_at?: string
}

/**
 * Rows of an index with given values, read lazily from either end: a page costs only its own rows. With fewer values
 * than the index has fields, rows are ordered by the remaining fields, then by creation.
 */
export class Range<R extends BaseRecord> {
  readonly #index: Index
  readonly #values: readonly (string | number)[]

  constructor(index: Index, values: readonly (string | number)[]) {
    this.#index = index
    this.#values = values
  }

  /** Oldest first, starting after position `seq`. */
  oldest(after = -1): IterableIterator<Row<R>> {
    return new Rows<R>(this, this.#index.tree.keys(this.#probe(after)), after)
  }

  /** Newest first, starting before a position. Without one, every row of these values. */
  newest({ seq, created_at }: Position = { seq: Number.MAX_SAFE_INTEGER }): IterableIterator<Row<R>> {
    const probe = this.#probe(seq)
    if (created_at !== undefined) probe.record['created_at'] = created_at
    return new Rows<R>(this, this.#index.tree.keysBefore(probe), seq)
  }

  /** Records, oldest first. */
  *[Symbol.iterator](): Generator<R, void, undefined> {
    for (const row of this.oldest()) yield row.record
  }

  first(): R | undefined {
    const row = this.#index.tree.nextHigherKey(this.#probe(-1))
    return row !== undefined && this.contains(row as unknown as Row<R>) ? (row.record as unknown as R) : undefined
  }

  /** Number of rows that a counted index keeps for these values. */
  count(): number {
    const { counts, fields } = this.#index
    if (counts === undefined || this.#values.length !== countedFields(this.#index))
      throw new TypeError(`the index of ${fields.join(', ')} does not count this`)
    return counts.get(countKey(this.#values)) ?? 0
  }

  /** True if a row has the values of this range. */
  contains(row: Row<R>): boolean {
    const { record } = row as unknown as AnyRow
    const { fields } = this.#index
    for (let i = 0; i < this.#values.length; i++) {
      if (record[fields[i]!] !== this.#values[i]) return false
    }
    return true
  }

  #probe(seq: number): AnyRow {
    const record: Record<string, unknown> = {}
    for (let i = 0; i < this.#values.length; i++) record[this.#index.fields[i]!] = this.#values[i]
    return { record: record as BaseRecord & Record<string, unknown>, seq, bytes: 0 }
  }
}

const finished: IteratorReturnResult<undefined> = { done: true, value: undefined }

/**
 * An iterator class, because a generator costs several times as much per row, and reading rows is most of the work of a
 * listing.
 */
class Rows<R extends BaseRecord> implements IterableIterator<Row<R>> {
  readonly #range: Range<R>
  readonly #rows: Iterator<AnyRow>
  /** Position of a row to skip. */
  readonly #seq: number

  constructor(range: Range<R>, rows: Iterator<AnyRow>, seq: number) {
    this.#range = range
    this.#rows = rows
    this.#seq = seq
  }

  [Symbol.iterator](): this {
    return this
  }

  next(): IteratorResult<Row<R>, undefined> {
    const step = this.#rows.next()
    if (step.done === true) return finished
    const row = step.value as unknown as Row<R>
    if (row.seq === this.#seq) return this.next()
    return this.#range.contains(row) ? { done: false, value: row } : finished
  }
}
