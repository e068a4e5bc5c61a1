/** Keys of a node at most. */
const MAX_KEYS = 32
/** A node that keeps fewer after a deletion is joined with its neighbour. */
const MIN_KEYS = 8

/** A leaf holds the value of each key; an inner node has one child more than keys, and what follows key `i` begins with it. */
interface Node<K, V> {
  /** The tree that may write to it; others copy it first. */
  readonly owner: object
  readonly keys: K[]
  readonly values: V[]
  readonly children: Node<K, V>[] | undefined
}

interface Place<K, V> {
  readonly leaf: Node<K, V>
  readonly at: number
}

type Compare<K> = (a: K, b: K) => number

/**
 * A persistent ordered map, a B+ tree: `clone()` is O(1) and shares structure until either side writes. Either every value is undefined
 * or none is.
 */
export class Tree<K, V> {
  readonly #compare: Compare<K>
  #owner: object
  #root: Node<K, V>
  #size: number

  constructor(compare: Compare<K>, from?: { readonly root: Node<K, V>; readonly size: number }) {
    this.#compare = compare
    this.#owner = {}
    this.#root = from?.root ?? { owner: this.#owner, keys: [], values: [], children: undefined }
    this.#size = from?.size ?? 0
  }

  get size(): number {
    return this.#size
  }

  clone(): Tree<K, V> {
    // From now on neither side owns what both see.
    this.#owner = {}
    return new Tree(this.#compare, { root: this.#root, size: this.#size })
  }

  get(key: K): V | undefined {
    const place = this.#from(key, false)
    return place !== undefined && this.#compare(place.leaf.keys[place.at]!, key) === 0
      ? place.leaf.values[place.at]
      : undefined
  }

  /** Sets the value of a key, and the key itself in the place of an equal one. */
  set(key: K, value: V): void {
    const root = (this.#root = this.#owned(this.#root))
    this.#put(root, key, value)
    if (root.keys.length <= MAX_KEYS) return
    this.#root = { owner: this.#owner, keys: [], values: [], children: [root] }
    this.#splitChild(this.#root, 0, middleOf(true))
  }

  delete(key: K): boolean {
    const place = this.#from(key, false)
    if (place === undefined || this.#compare(place.leaf.keys[place.at]!, key) !== 0) return false
    this.#root = this.#owned(this.#root)
    this.#remove(this.#root, key)
    if (this.#root.children?.length === 1) this.#root = this.#root.children[0]!
    this.#size--
    return true
  }

  minKey(): K | undefined {
    const place = this.#from(undefined, false)
    return place?.leaf.keys[place.at]
  }

  /** The first key that follows. */
  nextHigherKey(key: K): K | undefined {
    const place = this.#from(key, true)
    return place?.leaf.keys[place.at]
  }

  /** Keys from `first` on, or from the first one that follows it; without it, all. */
  keys(first?: K): IterableIterator<K> {
    return new Walk(
      this.#from(first, false),
      1,
      ({ leaf, at }) => leaf.keys[at]!,
      ({ leaf }) => this.#from(leaf.keys.at(-1), true),
    )
  }

  /** Keys before `end`, from the last one down. */
  keysBefore(end: K): IterableIterator<K> {
    return new Walk(
      this.#before(end),
      -1,
      ({ leaf, at }) => leaf.keys[at]!,
      ({ leaf }) => this.#before(leaf.keys[0]!),
    )
  }

  /** Values of the keys from `first` on, or of all. */
  values(first?: K): IterableIterator<V> {
    return new Walk(
      this.#from(first, false),
      1,
      ({ leaf, at }) => leaf.values[at]!,
      ({ leaf }) => this.#from(leaf.keys.at(-1), true),
    )
  }

  /** How many keys of a node are before `key`; with `equal`, those equal to it, too. */
  #count({ keys }: Node<K, V>, key: K, equal: boolean): number {
    let low = 0
    let high = keys.length
    while (low < high) {
      const middle = (low + high) >> 1
      const order = this.#compare(keys[middle]!, key)
      if (order < 0 || (equal && order === 0)) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Where the first key from `key` on stands, or the first that follows it; without a key, the first of all. */
  #from(key: K | undefined, following: boolean): Place<K, V> | undefined {
    let leaf = this.#root
    let next: Node<K, V> | undefined
    while (leaf.children !== undefined) {
      const at = key === undefined ? 0 : this.#count(leaf, key, true)
      next = leaf.children[at + 1] ?? next
      leaf = leaf.children[at]!
    }
    const at = key === undefined ? 0 : this.#count(leaf, key, following)
    if (at < leaf.keys.length) return { leaf, at }
    while (next?.children !== undefined) next = next.children[0]
    return next && { leaf: next, at: 0 }
  }

  /** Where the last key before `key` stands. */
  #before(key: K): Place<K, V> | undefined {
    let leaf = this.#root
    let previous: Node<K, V> | undefined
    while (leaf.children !== undefined) {
      const at = this.#count(leaf, key, false)
      previous = leaf.children[at - 1] ?? previous
      leaf = leaf.children[at]!
    }
    const at = this.#count(leaf, key, false) - 1
    if (at >= 0) return { leaf, at }
    while (previous?.children !== undefined) previous = previous.children.at(-1)
    return previous && { leaf: previous, at: previous.keys.length - 1 }
  }

  #owned(node: Node<K, V>): Node<K, V> {
    if (node.owner === this.#owner) return node
    return {
      owner: this.#owner,
      keys: node.keys.slice(),
      values: node.values.slice(),
      children: node.children?.slice(),
    }
  }

  /** Into a node of its own, which may hold one key too many afterwards. */
  #put(node: Node<K, V>, key: K, value: V): void {
    const { keys, values, children } = node
    if (children !== undefined) {
      const at = this.#count(node, key, true)
      const child = (children[at] = this.#owned(children[at]!))
      this.#put(child, key, value)
      if (child.keys.length > MAX_KEYS) this.#splitChild(node, at, middleOf(at === node.keys.length))
      return
    }
    const at = this.#count(node, key, false)
    const found = at < keys.length && this.#compare(keys[at]!, key) === 0 ? 1 : 0
    keys.splice(at, found, key)
    // What is ordered and has no value, as in an index, takes no room for one.
    if (value !== undefined) values.splice(at, found, value)
    this.#size += 1 - found
  }

  /** Makes two of a child, whose keys from `middle` on stand in the second. */
  #splitChild({ keys, children }: Node<K, V>, position: number, middle: number): void {
    const left = children![position]!
    const right: Node<K, V> = {
      owner: this.#owner,
      keys: left.keys.splice(middle),
      values: left.values.splice(middle),
      children: left.children?.splice(middle + 1),
    }
    keys.splice(position, 0, left.children === undefined ? right.keys[0]! : right.keys.shift()!)
    children!.splice(position + 1, 0, right)
  }

  #remove(node: Node<K, V>, key: K): void {
    const { children } = node
    if (children === undefined) {
      const at = this.#count(node, key, false)
      node.keys.splice(at, 1)
      node.values.splice(at, 1)
      return
    }
    const at = this.#count(node, key, true)
    children[at] = this.#owned(children[at]!)
    this.#remove(children[at], key)
    if (children[at].keys.length < MIN_KEYS) this.#joinChildren(node, Math.max(0, at - 1))
  }

  /** Makes one of two children, or two that hold as much as each other. */
  #joinChildren(node: Node<K, V>, position: number): void {
    const { keys, children } = node
    const left = (children![position] = this.#owned(children![position]!))
    const [right] = children!.splice(position + 1, 1) as [Node<K, V>]
    const [between] = keys.splice(position, 1) as [K]
    if (left.children !== undefined) left.keys.push(between)
    left.keys.push(...right.keys)
    left.values.push(...right.values)
    left.children?.push(...right.children!)
    if (left.keys.length > MAX_KEYS) this.#splitChild(node, position, left.keys.length >> 1)
  }
}

/** Where a node is split. The last one stays nearly full: keys that are set in order, as most are, leave full nodes behind. */
function middleOf(isLast: boolean): number {
  return isLast ? MAX_KEYS - 1 : MAX_KEYS >> 1
}

/** Written out, because a generator costs several times as much for each row. */
class Walk<K, V, T> implements IterableIterator<T> {
  #place: Place<K, V> | undefined
  readonly #step: 1 | -1
  readonly #shown: (place: Place<K, V>) => T
  /** Where it goes on behind a leaf. */
  readonly #leave: (place: Place<K, V>) => Place<K, V> | undefined

  constructor(
    place: Place<K, V> | undefined,
    step: 1 | -1,
    shown: (place: Place<K, V>) => T,
    leave: (place: Place<K, V>) => Place<K, V> | undefined,
  ) {
    this.#place = place
    this.#step = step
    this.#shown = shown
    this.#leave = leave
  }

  [Symbol.iterator](): this {
    return this
  }

  next(): IteratorResult<T, undefined> {
    const place = this.#place
    if (place === undefined) return { done: true, value: undefined }
    const at = place.at + this.#step
    const value = this.#shown(place)
    this.#place = at >= 0 && at < place.leaf.keys.length ? { leaf: place.leaf, at } : this.#leave(place)
    return { done: false, value }
  }
}

export function compareStrings(a: string, b: string): number {
  return a < b ? -1 : a === b ? 0 : 1
}

export function compareNumbers(a: number, b: number): number {
  return a - b
}
