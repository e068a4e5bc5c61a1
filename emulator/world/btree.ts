import * as sorted from 'sorted-btree'

/** A persistent ordered map: `clone()` is O(1) and shares structure until either side writes. */
export type Tree<K, V> = InstanceType<typeof sorted.default.default<K, V>>

type TreeClass = typeof sorted.default.default

// The package is CommonJS: Node hands over `module.exports`, some bundlers and test runners its `default`.
const TreeConstructor = ((sorted.default as { default?: TreeClass }).default ?? sorted.default) as TreeClass

export function createTree<K, V>(compare: (a: K, b: K) => number): Tree<K, V> {
  return new TreeConstructor<K, V>(undefined, compare)
}

export function compareStrings(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

export function compareNumbers(a: number, b: number): number {
  return a - b
}
