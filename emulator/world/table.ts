import { compareNumbers, compareStrings, createTree, type Tree } from './btree.ts'
import type { TableDefinition } from './definition.ts'
import { cloneIndex, createIndex, enter, exchange, leave, type AnyRow, type Index } from './table-index.ts'

interface Unique {
  readonly field: string
  readonly tree: Tree<string, AnyRow>
  /** What was looked up last, and found: a request asks for the same record several times, and so does the next. */
  lastValue: string | undefined
  lastRow: AnyRow | undefined
}

/** Rows that are made when they are put in place. */
export interface WaitingRows {
  readonly length: number
  make(): AnyRow[]
}

/**
 * The rows of one table in order of creation, with their indexes. A table belongs to the world whose token it
 * holds; another world clones it before its first write (the trees share structure).
 *
 * A row that is added waits until somebody looks: then all that wait are put in place at once. Worlds are filled with more than is
 * ever looked at, and a table that nobody asks never pays for its order.
 *
 * Every write and every look goes through the loops here; they count, as an iterator is several times the work.
 */
export class Table {
  readonly definition: TableDefinition
  readonly owner: object
  readonly #rows: Tree<number, AnyRow>
  readonly #uniques: readonly Unique[]
  readonly #indexes: readonly Index[]
  #waiting: AnyRow[] | WaitingRows = []
  #writes = 0

  private constructor(
    definition: TableDefinition, owner: object,
    rows: Tree<number, AnyRow>, uniques: readonly Unique[], indexes: readonly Index[],
  ) {
    this.definition = definition
    this.owner = owner
    this.#rows = rows
    this.#uniques = uniques
    this.#indexes = indexes
  }

  get size(): number {
    return this.#rows.size + this.#waiting.length
  }

  /** Counts what was written to this table, so that whoever read it can tell whether it is as it was. */
  get writes(): number {
    return this.#writes
  }

  get rows(): Tree<number, AnyRow> {
    this.#settle()
    return this.#rows
  }

  get uniques(): readonly Unique[] {
    this.#settle()
    return this.#uniques
  }

  /** The row that holds a value in a unique field; undefined where none does, or the field is not unique. */
  find(field: string, value: string): AnyRow | undefined {
    const { uniques } = this
    for (let i = 0; i < uniques.length; i++) {
      const unique = uniques[i]!
      if (unique.field !== field) continue
      if (unique.lastValue === value) return unique.lastRow
      unique.lastRow = unique.tree.get(value)
      unique.lastValue = value
      return unique.lastRow
    }
    return undefined
  }

  get indexes(): readonly Index[] {
    this.#settle()
    return this.#indexes
  }

  index(name: string): Index | undefined {
    const { indexes } = this
    for (let i = 0; i < indexes.length; i++) if (indexes[i]!.name === name) return indexes[i]
    return undefined
  }

  static empty(definition: TableDefinition, owner: object): Table {
    const uniques = ['id', ...definition.unique].map((field) => uniqueOf(field, createTree<string, AnyRow>(compareStrings)))
    const indexes = Object.entries(definition.indexes).map(([name, index]) => createIndex(name, index))
    return new Table(definition, owner, createTree<number, AnyRow>(compareNumbers), uniques, indexes)
  }

  /** A table of these rows, which are made and put in place when somebody looks. */
  static of(definition: TableDefinition, owner: object, rows: WaitingRows): Table {
    const table = Table.empty(definition, owner)
    table.#waiting = rows
    return table
  }

  /** A table of the rows with other ids, in place of this one. */
  without(ids: ReadonlySet<string>): Table {
    const table = Table.empty(this.definition, this.owner)
    table.#waiting = Array.from(this.rows.values()).filter((row) => !ids.has(row.record.id))
    return table
  }

  clone(owner: object): Table {
    const uniques = this.uniques.map(({ field, tree }) => uniqueOf(field, tree.clone()))
    return new Table(this.definition, owner, this.rows.clone(), uniques, this.indexes.map(cloneIndex))
  }

  add(row: AnyRow): void {
    this.#changed()
    if (!Array.isArray(this.#waiting)) this.#settle()
    ;(this.#waiting as AnyRow[]).push(row)
  }

  #changed(): void {
    this.#writes++
    const uniques = this.#uniques
    for (let i = 0; i < uniques.length; i++) {
      const unique = uniques[i]!
      unique.lastValue = unique.lastRow = undefined
    }
  }

  #settle(): void {
    if (this.#waiting.length === 0) return
    const waiting = Array.isArray(this.#waiting) ? this.#waiting : this.#waiting.make()
    this.#waiting = []
    for (let i = 0; i < waiting.length; i++) this.#place(waiting[i]!)
  }

  #place(row: AnyRow): void {
    this.#rows.set(row.seq, row)
    const uniques = this.#uniques
    for (let i = 0; i < uniques.length; i++) {
      const { field, tree } = uniques[i]!
      const value = row.record[field]
      if (typeof value === 'string') tree.set(value, row)
    }
    const indexes = this.#indexes
    for (let i = 0; i < indexes.length; i++) enter(indexes[i]!, row)
  }

  replace(old: AnyRow, row: AnyRow): void {
    this.#changed()
    const { rows, uniques, indexes } = this
    rows.set(row.seq, row)
    for (let i = 0; i < uniques.length; i++) {
      const { field, tree } = uniques[i]!
      const before = old.record[field]
      const after = row.record[field]
      if (typeof before === 'string' && before !== after) tree.delete(before)
      if (typeof after === 'string') tree.set(after, row)
    }
    for (let i = 0; i < indexes.length; i++) exchange(indexes[i]!, old, row)
  }

  remove(row: AnyRow): void {
    this.#changed()
    const { rows, uniques, indexes } = this
    rows.delete(row.seq)
    for (let i = 0; i < uniques.length; i++) {
      const { field, tree } = uniques[i]!
      const value = row.record[field]
      if (typeof value === 'string') tree.delete(value)
    }
    for (let i = 0; i < indexes.length; i++) leave(indexes[i]!, row)
  }
}

function uniqueOf(field: string, tree: Unique['tree']): Unique {
  return { field, tree, lastValue: undefined, lastRow: undefined }
}
