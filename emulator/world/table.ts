import { compareNumbers, compareStrings, createTree, type Tree } from './btree.ts'
import type { TableDefinition } from './definition.ts'
import type { BaseRecord, Row } from './row.ts'

type AnyRow = Row<BaseRecord & Record<string, unknown>>
type Value = string | number

interface Unique {
  readonly field: string
  readonly tree: Tree<string, AnyRow>
}

export interface Index {
  readonly fields: readonly string[]
  readonly tree: Tree<AnyRow, undefined>
  readonly counts: Tree<Value, number> | undefined
}

/**
 * The rows of one table in order of creation, with their indexes. A table belongs to the world whose token it
 * holds; another world clones it before its first write (the trees share structure).
 */
export class Table {
  readonly definition: TableDefinition
  readonly owner: object
  readonly rows: Tree<number, AnyRow>
  readonly uniques: readonly Unique[]
  readonly indexes: ReadonlyMap<string, Index>

  private constructor(
    definition: TableDefinition, owner: object,
    rows: Tree<number, AnyRow>, uniques: readonly Unique[], indexes: ReadonlyMap<string, Index>,
  ) {
    this.definition = definition
    this.owner = owner
    this.rows = rows
    this.uniques = uniques
    this.indexes = indexes
  }

  static empty(definition: TableDefinition, owner: object): Table {
    const uniques = ['id', ...definition.unique].map((field) => ({ field, tree: createTree<string, AnyRow>(compareStrings) }))
    const indexes = new Map<string, Index>()
    for (const [name, { fields, counted }] of Object.entries(definition.indexes)) {
      const counts = counted ? createTree<Value, number>(compareValues) : undefined
      indexes.set(name, { fields, tree: createTree<AnyRow, undefined>(compareBy(fields)), counts })
    }
    return new Table(definition, owner, createTree<number, AnyRow>(compareNumbers), uniques, indexes)
  }

  clone(owner: object): Table {
    const uniques = this.uniques.map(({ field, tree }) => ({ field, tree: tree.clone() }))
    const indexes = new Map<string, Index>()
    for (const [name, index] of this.indexes) {
      indexes.set(name, { fields: index.fields, tree: index.tree.clone(), counts: index.counts?.clone() })
    }
    return new Table(this.definition, owner, this.rows.clone(), uniques, indexes)
  }

  add(row: AnyRow): void {
    this.rows.set(row.seq, row)
    for (const { field, tree } of this.uniques) {
      const value = row.record[field]
      if (typeof value === 'string') tree.set(value, row)
    }
    for (const index of this.indexes.values()) enter(index, row)
  }

  replace(old: AnyRow, row: AnyRow): void {
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
    this.rows.delete(row.seq)
    for (const { field, tree } of this.uniques) {
      const value = row.record[field]
      if (typeof value === 'string') tree.delete(value)
    }
    for (const index of this.indexes.values()) leave(index, row)
  }
}

function isIndexed(index: Index, row: AnyRow): boolean {
  return row.record[index.fields[0]!] != null
}

function enter(index: Index, row: AnyRow): void {
  if (!isIndexed(index, row)) return
  index.tree.set(row, undefined)
  if (index.counts !== undefined) count(index.counts, row.record[index.fields[0]!] as Value, 1)
}

function leave(index: Index, row: AnyRow): void {
  if (!isIndexed(index, row)) return
  index.tree.delete(row)
  if (index.counts !== undefined) count(index.counts, row.record[index.fields[0]!] as Value, -1)
}

function count(counts: Tree<Value, number>, value: Value, by: number): void {
  const next = (counts.get(value) ?? 0) + by
  if (next === 0) counts.delete(value)
  else counts.set(value, next)
}

function compareValues(a: Value, b: Value): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Orders rows by `fields`, then by creation. A probe may hold fewer fields: those it has decide, then its `seq`. */
function compareBy(fields: readonly string[]): (a: AnyRow, b: AnyRow) => number {
  return (a, b) => {
    for (let i = 0; i < fields.length; i++) {
      const field = fields[i]!
      const left = a.record[field] as Value | undefined
      const right = b.record[field] as Value | undefined
      if (left === right) continue
      if (left === undefined) return a.seq < 0 ? -1 : 1
      if (right === undefined) return b.seq < 0 ? 1 : -1
      return left < right ? -1 : 1
    }
    return a.seq - b.seq
  }
}
