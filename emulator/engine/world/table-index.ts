/** Rows of a table in an order other than that of creation. */
import { compareStrings, Tree } from './btree.ts'
import type { BaseRecord, Row } from './row.ts'

export type AnyRow = Row<BaseRecord & Record<string, unknown>>
type Value = string | number

/** An ordered index: rows with equal values of `fields` are in order of creation. */
export interface IndexDefinition {
  readonly fields: readonly string[]
  /**
   * Counts rows by the values of all fields, for limits; `distinct` counts the values of the last field by those of the
   * fields before it.
   */
  readonly counted?: true | 'distinct'
}

/** Rows by the values of `fields`, then by creation. Rows without a value in the first field are left out. */
export interface Index {
  readonly name: string
  readonly fields: readonly string[]
  readonly tree: Tree<AnyRow, undefined>
  readonly counted: IndexDefinition['counted']
  readonly counts: Tree<string, number> | undefined
}

export function createIndex(name: string, { fields, counted }: IndexDefinition): Index {
  const counts = counted === undefined ? undefined : new Tree<string, number>(compareStrings)
  return { name, fields, tree: new Tree<AnyRow, undefined>(compareBy(fields)), counted, counts }
}

export function cloneIndex({ name, fields, tree, counted, counts }: Index): Index {
  return { name, fields, tree: tree.clone(), counted, counts: counts?.clone() }
}

function isIndexed(index: Index, row: AnyRow): boolean {
  return row.record[index.fields[0]!] != null
}

export function enter(index: Index, row: AnyRow): void {
  if (!isIndexed(index, row)) return
  if (index.counts !== undefined) count(index, index.counts, row, 1)
  index.tree.set(row, undefined)
}

export function leave(index: Index, row: AnyRow): void {
  if (!isIndexed(index, row)) return
  index.tree.delete(row)
  if (index.counts !== undefined) count(index, index.counts, row, -1)
}

/** Replaces an older row of a record. */
export function exchange(index: Index, old: AnyRow, row: AnyRow): void {
  if (!index.fields.every((field) => old.record[field] === row.record[field])) {
    leave(index, old)
    enter(index, row)
  } else if (isIndexed(index, row)) {
    // Setting an equal key stores the new key.
    index.tree.set(row, undefined)
  }
}

/**
 * Updates the counts while the row is not in the index. With `distinct`, another row with equal values changes nothing.
 */
function count(index: Index, counts: Tree<string, number>, row: AnyRow, by: number): void {
  if (index.counted === 'distinct' && hasAnother(index, row)) return
  const values = index.fields.slice(0, countedFields(index)).map((field) => row.record[field] as Value)
  const key = countKey(values)
  const next = (counts.get(key) ?? 0) + by
  if (next === 0) counts.delete(key)
  else counts.set(key, next)
}

/** Number of fields that a count is grouped by. */
export function countedFields({ counted, fields }: Index): number {
  return counted === 'distinct' ? fields.length - 1 : fields.length
}

/** Joins values with spaces, which ids and keywords do not contain. */
export function countKey(values: readonly Value[]): string {
  return values.join(' ')
}

function hasAnother({ tree, fields }: Index, row: AnyRow): boolean {
  const next = tree.nextHigherKey({ record: row.record, seq: -1, bytes: 0 })
  return next !== undefined && fields.every((field) => next.record[field] === row.record[field])
}

/**
 * Compares rows by `fields`, then by creation. A probe, which is always the second argument, may hold fewer fields:
 * those are compared, then its `seq`.
 */
function compareBy(fields: readonly string[]): (a: AnyRow, b: AnyRow) => number {
  const [field] = fields as [string]
  // Most indexes have one field, and comparisons are most of the cost of a write.
  if (fields.length === 1) {
    return (a, b) => {
      const left = a.record[field] as Value
      const right = b.record[field] as Value
      return left === right ? a.seq - b.seq : left < right ? -1 : 1
    }
  }
  return (a, b) => {
    for (let i = 0; i < fields.length; i++) {
      const left = a.record[fields[i]!] as Value
      const right = b.record[fields[i]!] as Value | undefined
      if (left === right) continue
      if (right === undefined) return b.seq < 0 ? 1 : -1
      return left < right ? -1 : 1
    }
    return a.seq - b.seq
  }
}
