import type { Index } from './table.ts'
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
    for (const record of this) return record
    return undefined
  }

  /** Number of rows: kept at the write where the index is counted, else read. */
  count(): number {
    if (this.#index.counts !== undefined && this.#values.length === 1) return this.#index.counts.get(this.#values[0]!) ?? 0
    let rows = 0
    for (const _ of this.oldest()) rows++
    return rows
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
