import { compareNumbers, Tree } from './btree.ts'
import type { AnyRow } from './table-index.ts'

/**
 * The rows of a table by the value of a unique field. They stand in the order of a hash of the value: numbers are compared without a look
 * at any row, and the rows are most of what a look-up in a large table would wait for.
 */
export class UniqueIndex {
  readonly field: string
  /** A row, or the few whose values have one hash. */
  readonly #tree: Tree<number, AnyRow | readonly AnyRow[]>

  constructor(field: string, tree: Tree<number, AnyRow | readonly AnyRow[]> = new Tree(compareNumbers)) {
    this.field = field
    this.#tree = tree
  }

  clone(): UniqueIndex {
    return new UniqueIndex(this.field, this.#tree.clone())
  }

  get(value: string): AnyRow | undefined {
    const found = this.#tree.get(hash(value))
    if (found === undefined || isRow(found)) return found?.record[this.field] === value ? found : undefined
    return found.find((row) => row.record[this.field] === value)
  }

  /** Adds a row, in place of one that has its value. */
  set(row: AnyRow): void {
    const value = row.record[this.field]
    if (typeof value !== 'string') return
    const key = hash(value)
    const others = this.#others(key, value)
    this.#tree.set(key, others.length === 0 ? row : [...others, row])
  }

  delete(value: unknown): void {
    if (typeof value !== 'string') return
    const key = hash(value)
    const others = this.#others(key, value)
    if (others.length === 0) this.#tree.delete(key)
    else this.#tree.set(key, others)
  }

  /** The rows of a hash whose value is another one. */
  #others(key: number, value: string): readonly AnyRow[] {
    const found = this.#tree.get(key)
    if (found === undefined) return none
    const rows = isRow(found) ? [found] : found
    return rows.filter((row) => row.record[this.field] !== value)
  }
}

const none: readonly AnyRow[] = []

function isRow(found: AnyRow | readonly AnyRow[]): found is AnyRow {
  return !Array.isArray(found)
}

/** FNV-1a over UTF-16 units, with its upper half folded in. */
function hash(value: string): number {
  let h = 0x811c9dc5
  for (let i = 0; i < value.length; i++) h = Math.imul(h ^ value.charCodeAt(i), 0x01000193)
  return h ^ (h >>> 15)
}
