import * as sorted from 'sorted-btree'

/**
 * A persistent ordered map: `clone()` is O(1) and shares structure until either side writes.
 * Written out, as what we use of `sorted-btree`: its own declarations mean different things to Node and to bundlers.
 */
export interface Tree<K, V> {
  readonly size: number
  get(key: K): V | undefined
  set(key: K, value: V): boolean
  delete(key: K): boolean
  clone(): Tree<K, V>
  minKey(): K | undefined
  /** The first key that follows. */
  nextHigherKey(key: K): K | undefined
  /** Pairs from `first` on, or from the first one that follows it. `reused` is filled for each instead of a new array. */
  entries(first?: K, reused?: (K | V)[]): IterableIterator<[K, V]>
  values(first?: K): IterableIterator<V>
  /** Pairs from `highest` down. `reused` is filled for each instead of a new array. */
  entriesReversed(highest?: K, reused?: (K | V)[], skipHighest?: boolean): IterableIterator<[K, V]>
}

type TreeClass = typeof sorted.default.default

// The package is CommonJS: Node hands over `module.exports`, some bundlers and test runners its `default`.
const TreeConstructor = ((sorted.default as { default?: TreeClass }).default ?? sorted.default) as TreeClass

export function createTree<K, V>(compare: (a: K, b: K) => number): Tree<K, V> {
  return new TreeConstructor<K, V>(undefined, compare)
}

export function compareStrings(a: string, b: string): number {
  return a < b ? -1 : a === b ? 0 : 1
}

export function compareNumbers(a: number, b: number): number {
  return a - b
}
