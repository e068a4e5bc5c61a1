import * as sorted from 'sorted-btree'

type BTreeClass = typeof sorted.default.default

// The package is CommonJS: its default export is `module.exports` in Node, and `module.exports.default` in some
// bundlers and test runners.
const BTree = ((sorted.default as { default?: BTreeClass }).default ?? sorted.default) as BTreeClass

/** A persistent ordered map: `clone()` is O(1) and shares structure until either side writes. */
export class Tree<K, V> {
  readonly #compare: (a: K, b: K) => number
  readonly #tree: InstanceType<typeof BTree<K, V>>

  constructor(compare: (a: K, b: K) => number, from?: Tree<K, V>) {
    this.#compare = compare
    this.#tree = from === undefined ? new BTree<K, V>(undefined, compare) : from.#tree.clone()
  }

  get size(): number {
    return this.#tree.size
  }

  clone(): Tree<K, V> {
    return new Tree(this.#compare, this)
  }

  get(key: K): V | undefined {
    return this.#tree.get(key)
  }

  /** Sets the value of a key, and replaces an equal key by this one. */
  set(key: K, value: V): void {
    this.#tree.set(key, value)
  }

  delete(key: K): boolean {
    return this.#tree.delete(key)
  }

  minKey(): K | undefined {
    return this.#tree.minKey()
  }

  /** The next higher key. */
  nextHigherKey(key: K): K | undefined {
    return this.#tree.nextHigherKey(key)
  }

  /** Keys from `first` on, or from the next higher one; all keys without it. */
  keys(first?: K): IterableIterator<K> {
    return this.#tree.keys(first)
  }

  /** Values of the keys from `first` on, or of all. */
  values(first?: K): IterableIterator<V> {
    return this.#tree.values(first)
  }

  /**
   * Calls a function of the package with the trees of this map and of another one that was cloned from it. They have no
   * type: declarations of ours do not name the package.
   */
  with<R>(other: Tree<K, V>, call: (own: never, others: never) => R): R {
    return call(this.#tree as never, other.#tree as never)
  }

  /** Keys below `end`, in descending order. */
  *keysBefore(end: K): Generator<K, void, undefined> {
    if (this.#tree.isEmpty) return
    for (const [key] of this.#tree.entriesReversed(end, [], true)) yield key
  }
}

export function compareStrings(a: string, b: string): number {
  return a < b ? -1 : a === b ? 0 : 1
}

export function compareNumbers(a: number, b: number): number {
  return a - b
}
