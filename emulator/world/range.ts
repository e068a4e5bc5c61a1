import { countedFields, countKey, type Index } from './table.ts'
import type { BaseRecord, Row } from './row.ts'

type AnyRow = Row<BaseRecord & Record<string, unknown>>

/**
 * The rows of an index that share given values, read lazily from either end: a page costs what it holds.
 * With fewer values than the index has fields, rows are ordered by the remaining fields, then by creation.
 */
export class Range<R extends BaseRecord> {
  readonly #index: Index
  readonly #values: readonly (string | number)[]

  constructor(index: Index, values: readonly (string | number)[]) {
    this.#index = index
    this.#values = values
  }

  /** Oldest first, from the row after `seq`. */
  *oldest(after = -1): Generator<Row<R>, void, undefined> {
    const probe = this.#probe(after)
    for (const row of this.#index.tree.keys(probe)) {
      if (row.seq === after) continue
      if (!this.#holds(row)) return
      yield row as unknown as Row<R>
    }
  }

  /** Newest first, from the row before `seq`. */
  *newest(before = Number.MAX_SAFE_INTEGER): Generator<Row<R>, void, undefined> {
    const probe = this.#probe(before)
    for (const [row] of this.#index.tree.entriesReversed(probe, undefined, true)) {
      if (!this.#holds(row)) return
      yield row as unknown as Row<R>
    }
  }

  /** The records, oldest first. */
  *[Symbol.iterator](): Generator<R, void, undefined> {
    for (const row of this.oldest()) yield row.record
  }

  first(): R | undefined {
    const row = this.#index.tree.nextHigherKey(this.#probe(-1))
    return row !== undefined && this.#holds(row) ? row.record as unknown as R : undefined
  }

  /** What a counted index keeps for these values. */
  count(): number {
    const { counts, fields } = this.#index
    if (counts === undefined || this.#values.length !== countedFields(this.#index)) throw new TypeError(`the index of ${fields.join(', ')} does not count this`)
    return counts.get(countKey(this.#values)) ?? 0
  }

  /** Whether a row has the values of this range. */
  contains(row: Row<R>): boolean {
    return this.#holds(row as unknown as AnyRow)
  }

  #probe(seq: number): AnyRow {
    const record: Record<string, unknown> = {}
    for (let i = 0; i < this.#values.length; i++) record[this.#index.fields[i]!] = this.#values[i]
    return { record: record as BaseRecord & Record<string, unknown>, seq, bytes: 0 }
  }

  #holds(row: AnyRow): boolean {
    for (let i = 0; i < this.#values.length; i++) {
      if (row.record[this.#index.fields[i]!] !== this.#values[i]) return false
    }
    return true
  }
}
