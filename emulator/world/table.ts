import { compareNumbers, compareStrings, createTree, type Tree } from './btree.ts'
import type { TableDefinition } from './definition.ts'
import type { BaseRecord, Row } from './row.ts'

type AnyRow = Row<BaseRecord & Record<string, unknown>>
type Value = string | number
type Counted = TableDefinition['indexes'][string]['counted']

interface Unique {
  readonly field: string
  readonly tree: Tree<string, AnyRow>
  /** What was looked up last, and found: a request asks for the same record several times, and so does the next. */
  lastValue: string | undefined
  lastRow: AnyRow | undefined
}

export interface Index {
  readonly fields: readonly string[]
  readonly tree: Tree<AnyRow, undefined>
  readonly counted: Counted
  readonly counts: Tree<string, number> | undefined
}

/** Rows that are made when they are put in place. */
export interface WaitingRows extends Iterable<AnyRow> {
  readonly length: number
}

/**
 * The rows of one table in order of creation, with their indexes. A table belongs to the world whose token it
 * holds; another world clones it before its first write (the trees share structure).
 *
 * A row that is added waits until somebody looks: then all that wait are put in place at once. Worlds are filled with more than is
 * ever looked at, and a table that nobody asks never pays for its order.
 */
export class Table {
  readonly definition: TableDefinition
  readonly owner: object
  readonly #rows: Tree<number, AnyRow>
  readonly #uniques: readonly Unique[]
  readonly #indexes: ReadonlyMap<string, Index>
  #waiting: AnyRow[] | WaitingRows = []
  #writes = 0

  private constructor(
    definition: TableDefinition, owner: object,
    rows: Tree<number, AnyRow>, uniques: readonly Unique[], indexes: ReadonlyMap<string, Index>,
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
    for (const unique of this.uniques) {
      if (unique.field !== field) continue
      if (unique.lastValue === value) return unique.lastRow
      unique.lastRow = unique.tree.get(value)
      unique.lastValue = value
      return unique.lastRow
    }
    return undefined
  }

  get indexes(): ReadonlyMap<string, Index> {
    this.#settle()
    return this.#indexes
  }

  static empty(definition: TableDefinition, owner: object): Table {
    const uniques = ['id', ...definition.unique].map((field) => uniqueOf(field, createTree<string, AnyRow>(compareStrings)))
    const indexes = new Map<string, Index>()
    for (const [name, { fields, counted }] of Object.entries(definition.indexes)) {
      const counts = counted === undefined ? undefined : createTree<string, number>(compareStrings)
      indexes.set(name, { fields, tree: createTree<AnyRow, undefined>(compareBy(fields)), counted, counts })
    }
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
    const indexes = new Map<string, Index>()
    for (const [name, index] of this.indexes) {
      indexes.set(name, { ...index, tree: index.tree.clone(), counts: index.counts?.clone() })
    }
    return new Table(this.definition, owner, this.rows.clone(), uniques, indexes)
  }

  add(row: AnyRow): void {
    this.#changed()
    if (!Array.isArray(this.#waiting)) this.#settle()
    ;(this.#waiting as AnyRow[]).push(row)
  }

  #changed(): void {
    this.#writes++
    for (const unique of this.#uniques) unique.lastValue = unique.lastRow = undefined
  }

  #settle(): void {
    if (this.#waiting.length === 0) return
    const waiting = this.#waiting
    this.#waiting = []
    for (const row of waiting) this.#place(row)
  }

  #place(row: AnyRow): void {
    this.#rows.set(row.seq, row)
    for (const { field, tree } of this.#uniques) {
      const value = row.record[field]
      if (typeof value === 'string') tree.set(value, row)
    }
    for (const index of this.#indexes.values()) enter(index, row)
  }

  replace(old: AnyRow, row: AnyRow): void {
    this.#changed()
    this.rows.set(row.seq, row)
    for (const { field, tree } of this.uniques) {
      const before = old.record[field]
      const after = row.record[field]
      if (typeof before === 'string' && before !== after) tree.delete(before)
      if (typeof after === 'string') tree.set(after, row)
    }
    for (const index of this.indexes.values()) {
      const same = index.fields.every((field) => old.record[field] === row.record[field])
      // Setting an equal key stores the new key in its place.
      if (same && isIndexed(index, row)) index.tree.set(row, undefined)
      else if (!same) {
        leave(index, old)
        enter(index, row)
      }
    }
  }

  remove(row: AnyRow): void {
    this.#changed()
    this.rows.delete(row.seq)
    for (const { field, tree } of this.uniques) {
      const value = row.record[field]
      if (typeof value === 'string') tree.delete(value)
    }
    for (const index of this.indexes.values()) leave(index, row)
  }
}

function uniqueOf(field: string, tree: Unique['tree']): Unique {
  return { field, tree, lastValue: undefined, lastRow: undefined }
}

function isIndexed(index: Index, row: AnyRow): boolean {
  return row.record[index.fields[0]!] != null
}

function enter(index: Index, row: AnyRow): void {
  if (!isIndexed(index, row)) return
  if (index.counts !== undefined) count(index, index.counts, row, 1)
  index.tree.set(row, undefined)
}

function leave(index: Index, row: AnyRow): void {
  if (!isIndexed(index, row)) return
  index.tree.delete(row)
  if (index.counts !== undefined) count(index, index.counts, row, -1)
}

/** Called while the row is not in the index: where different values are counted, another row with the same ones changes nothing. */
function count(index: Index, counts: Tree<string, number>, row: AnyRow, by: number): void {
  if (index.counted === 'distinct' && hasAnother(index, row)) return
  const values = index.fields.slice(0, countedFields(index)).map((field) => row.record[field] as Value)
  const key = countKey(values)
  const next = (counts.get(key) ?? 0) + by
  if (next === 0) counts.delete(key)
  else counts.set(key, next)
}

/** How many of its fields a count of the index is about. */
export function countedFields({ counted, fields }: Index): number {
  return counted === 'distinct' ? fields.length - 1 : fields.length
}

/** No value holds a space where it could be taken for the end of one: ids and words of a set do not. */
export function countKey(values: readonly Value[]): string {
  return values.length === 1 ? String(values[0]) : values.join(' ')
}

function hasAnother({ tree, fields }: Index, row: AnyRow): boolean {
  const next = tree.nextHigherKey({ record: row.record, seq: -1, bytes: 0 })
  return next !== undefined && fields.every((field) => next.record[field] === row.record[field])
}

/** Orders rows by `fields`, then by creation. A probe may hold fewer fields: those it has decide, then its `seq`. */
function compareBy(fields: readonly string[]): (a: AnyRow, b: AnyRow) => number {
  const [field] = fields as [string]
  // Most indexes have one field, and comparing is most of what a write costs.
  if (fields.length === 1) {
    return (a, b) => {
      const left = a.record[field] as Value
      const right = b.record[field] as Value
      return left === right ? a.seq - b.seq : left < right ? -1 : 1
    }
  }
  return (a, b) => {
    for (let i = 0; i < fields.length; i++) {
      const left = a.record[fields[i]!] as Value | undefined
      const right = b.record[fields[i]!] as Value | undefined
      if (left === right) continue
      if (left === undefined) return a.seq < 0 ? -1 : 1
      if (right === undefined) return b.seq < 0 ? 1 : -1
      return left < right ? -1 : 1
    }
    return a.seq - b.seq
  }
}
