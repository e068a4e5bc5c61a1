import { compareNumbers, compareStrings, Tree } from './btree.ts'
import type { TableDefinition } from './definition.ts'
import { utf8Length } from './row.ts'
import { cloneIndex, createIndex, enter, exchange, leave, type AnyRow, type Index } from './table-index.ts'

/** Rows by the value of a unique field. Rows without a value are left out. */
interface UniqueIndex {
  readonly field: string
  readonly tree: Tree<string, AnyRow>
}

/** Rows by the value of each unique field. */
type Recent = ReadonlyMap<string, Map<string, AnyRow>>

/** Ordered rows and their indexes. */
interface TableParts {
  readonly rows: Tree<number, AnyRow>
  readonly uniques: readonly UniqueIndex[]
  readonly indexes: readonly Index[]
}

/**
 * Rows of one table in order of creation, with their indexes. A table belongs to the world whose token it holds;
 * another world clones it before its first write (trees share structure).
 *
 * Added rows are sorted and indexed on the next read: worlds are filled with more than is ever read.
 */
export class Table {
  readonly definition: TableDefinition
  readonly owner: object
  /** Made by the first read: most tables of most worlds are never read. */
  #parts: TableParts | undefined
  #pending: AnyRow[]
  /** Length of all rows in a file; undefined until it is asked for. */
  #bytes: number | undefined
  /** Pending rows by the values of their unique fields: filling a world needs little else. */
  #recent: Recent | undefined

  /** `rows` are sorted on the first read. */
  constructor(definition: TableDefinition, owner: object, rows: AnyRow[] = [], parts?: TableParts) {
    this.definition = definition
    this.owner = owner
    this.#pending = rows
    this.#parts = parts
  }

  /** Length of all rows in a file, in UTF-8. */
  get bytes(): number {
    if (this.#bytes === undefined) {
      this.#bytes = 0
      for (const row of this.rows.values()) this.#bytes += rowBytes(row)
    }
    return this.#bytes
  }

  get size(): number {
    return (this.#parts?.rows.size ?? 0) + this.#pending.length
  }

  get rows(): Tree<number, AnyRow> {
    return this.#inOrder().rows
  }

  get indexes(): readonly Index[] {
    return this.#inOrder().indexes
  }

  /** Row with a value in a unique field; undefined if there is none, or the field is not unique. */
  find(field: string, value: string): AnyRow | undefined {
    if (this.#pending.length > 0) {
      const row = (this.#recent ??= this.#findable(this.#pending)).get(field)?.get(value)
      if (row !== undefined) return row
    }
    return this.#parts?.uniques.find((unique) => unique.field === field)?.tree.get(value)
  }

  index(name: string): Index | undefined {
    return this.indexes.find((index) => index.name === name)
  }

  /** A table with the row that `change` gives in place of each, or none; this one where all stay. */
  map(change: (row: AnyRow) => AnyRow | undefined): Table {
    const rows = Array.from(this.rows.values())
    const changed = rows.map(change)
    if (changed.every((row, n) => row === rows[n])) return this
    return new Table(
      this.definition,
      this.owner,
      changed.filter((row) => row !== undefined),
    )
  }

  clone(owner: object): Table {
    const { rows, uniques, indexes } = this.#inOrder()
    const table = new Table(this.definition, owner, [], {
      rows: rows.clone(),
      uniques: uniques.map(({ field, tree }) => ({ field, tree: tree.clone() })),
      indexes: indexes.map(cloneIndex),
    })
    table.#bytes = this.#bytes
    return table
  }

  add(row: AnyRow): void {
    this.#pending.push(row)
    if (this.#bytes !== undefined) this.#bytes += rowBytes(row)
    if (this.#recent !== undefined) note(this.#recent, row)
  }

  replace(old: AnyRow, row: AnyRow): void {
    const { rows, uniques, indexes } = this.#inOrder()
    rows.set(row.seq, row)
    if (this.#bytes !== undefined) this.#bytes += rowBytes(row) - rowBytes(old)
    for (const unique of uniques) {
      if (old.record[unique.field] !== row.record[unique.field]) leaveUnique(unique, old)
      enterUnique(unique, row)
    }
    for (const index of indexes) exchange(index, old, row)
  }

  remove(row: AnyRow): void {
    const { rows, uniques, indexes } = this.#inOrder()
    rows.delete(row.seq)
    if (this.#bytes !== undefined) this.#bytes -= rowBytes(row)
    for (const unique of uniques) leaveUnique(unique, row)
    for (const index of indexes) leave(index, row)
  }

  #findable(rows: readonly AnyRow[]): Recent {
    const recent: Recent = new Map(['id', ...this.definition.unique].map((field) => [field, new Map<string, AnyRow>()]))
    for (const row of rows) note(recent, row)
    return recent
  }

  /** Parts with the pending rows in order. */
  #inOrder(): TableParts {
    const parts = (this.#parts ??= emptyParts(this.definition))
    if (this.#pending.length === 0) return parts
    const rows = this.#pending
    this.#pending = []
    this.#recent = undefined
    for (const row of rows) place(row, parts)
    return parts
  }
}

/** Length of a row as files hold it, with a comma. */
function rowBytes({ seq, record }: AnyRow): number {
  let base64 = 0
  const text = JSON.stringify([seq, record], (_name, value: unknown) => {
    if (!(value instanceof Uint8Array)) return value
    base64 += 4 * Math.ceil(value.length / 3)
    return { base64: '' }
  })
  return utf8Length(text) + base64 + 1
}

function note(recent: Recent, row: AnyRow): void {
  for (const [field, rows] of recent) {
    const value = row.record[field]
    if (typeof value === 'string') rows.set(value, row)
  }
}

function emptyParts({ unique, indexes }: TableDefinition): TableParts {
  return {
    rows: new Tree<number, AnyRow>(compareNumbers),
    uniques: ['id', ...unique].map((field) => ({ field, tree: new Tree<string, AnyRow>(compareStrings) })),
    indexes: Object.entries(indexes).map(([name, index]) => createIndex(name, index)),
  }
}

function place(row: AnyRow, { rows, uniques, indexes }: TableParts): void {
  rows.set(row.seq, row)
  for (const unique of uniques) enterUnique(unique, row)
  for (const index of indexes) enter(index, row)
}

function enterUnique({ field, tree }: UniqueIndex, row: AnyRow): void {
  const value = row.record[field]
  if (typeof value === 'string') tree.set(value, row)
}

function leaveUnique({ field, tree }: UniqueIndex, row: AnyRow): void {
  const value = row.record[field]
  if (typeof value === 'string') tree.delete(value)
}
