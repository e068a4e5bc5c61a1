import { compareNumbers, Tree } from './btree.ts'
import type { TableDefinition } from './definition.ts'
import { cloneIndex, createIndex, enter, exchange, leave, type AnyRow, type Index } from './table-index.ts'
import { UniqueIndex } from './unique-index.ts'

/** Rows that were added and stand in no order yet; `make` gives them when the order is asked for. */
export interface PendingInserts {
  readonly length: number
  make(): AnyRow[]
}

/**
 * The rows of one table in order of creation, with their indexes. A table belongs to the world whose token it
 * holds; another world clones it before its first write (the trees share structure).
 *
 * The order of added rows is built when the table is next read: worlds are filled with more than is ever read.
 */
export class Table {
  readonly definition: TableDefinition
  readonly owner: object
  readonly #rows: Tree<number, AnyRow>
  readonly #uniques: readonly UniqueIndex[]
  readonly #indexes: readonly Index[]
  #pending: AnyRow[] | PendingInserts = []

  private constructor(
    definition: TableDefinition, owner: object,
    rows: Tree<number, AnyRow>, uniques: readonly UniqueIndex[], indexes: readonly Index[],
  ) {
    this.definition = definition
    this.owner = owner
    this.#rows = rows
    this.#uniques = uniques
    this.#indexes = indexes
  }

  static empty(definition: TableDefinition, owner: object): Table {
    const uniques = ['id', ...definition.unique].map((field) => new UniqueIndex(field))
    const indexes = Object.entries(definition.indexes).map(([name, index]) => createIndex(name, index))
    return new Table(definition, owner, new Tree<number, AnyRow>(compareNumbers), uniques, indexes)
  }

  /** A table of these rows, which are made when it is first read. */
  static of(definition: TableDefinition, owner: object, rows: PendingInserts): Table {
    const table = Table.empty(definition, owner)
    table.#pending = rows
    return table
  }

  get size(): number {
    return this.#rows.size + this.#pending.length
  }

  get rows(): Tree<number, AnyRow> {
    this.#settle()
    return this.#rows
  }

  get uniques(): readonly UniqueIndex[] {
    this.#settle()
    return this.#uniques
  }

  get indexes(): readonly Index[] {
    this.#settle()
    return this.#indexes
  }

  /** The row that holds a value in a unique field; undefined where none does, or the field is not unique. */
  find(field: string, value: string): AnyRow | undefined {
    return this.uniques.find((unique) => unique.field === field)?.get(value)
  }

  index(name: string): Index | undefined {
    return this.indexes.find((index) => index.name === name)
  }

  /** A table of the rows with other ids, in place of this one. */
  without(ids: ReadonlySet<string>): Table {
    const table = Table.empty(this.definition, this.owner)
    table.#pending = Array.from(this.rows.values()).filter((row) => !ids.has(row.record.id))
    return table
  }

  clone(owner: object): Table {
    const uniques = this.uniques.map((unique) => unique.clone())
    return new Table(this.definition, owner, this.rows.clone(), uniques, this.indexes.map(cloneIndex))
  }

  add(row: AnyRow): void {
    // A table of rows that are not made yet is no world's own: it was cloned, which makes them, before anything is written to it.
    (this.#pending as AnyRow[]).push(row)
  }

  replace(old: AnyRow, row: AnyRow): void {
    this.rows.set(row.seq, row)
    for (const unique of this.#uniques) {
      const before = old.record[unique.field]
      if (before !== row.record[unique.field]) unique.delete(before)
      unique.set(row)
    }
    for (const index of this.#indexes) exchange(index, old, row)
  }

  remove(row: AnyRow): void {
    this.rows.delete(row.seq)
    for (const unique of this.#uniques) unique.delete(row.record[unique.field])
    for (const index of this.#indexes) leave(index, row)
  }

  /** Puts the pending rows in order. */
  #settle(): void {
    if (this.#pending.length === 0) return
    const rows = Array.isArray(this.#pending) ? this.#pending : this.#pending.make()
    this.#pending = []
    for (const row of rows) this.#place(row)
  }

  #place(row: AnyRow): void {
    this.#rows.set(row.seq, row)
    for (const unique of this.#uniques) unique.set(row)
    for (const index of this.#indexes) enter(index, row)
  }
}
