/**
 * Items that remain when as many as possible are paired, each with one of `others` that fits (maximum bipartite
 * matching by shortest augmenting paths).
 */
export function* unmatchedItems<Item, Other>(
  items: readonly Item[],
  others: readonly Other[],
  fits: (item: Item, other: Other) => boolean,
): Generator<Item> {
  const known = items.map((): boolean[] => [])
  const doesFit = (item: number, other: number): boolean => (known[item]![other] ??= fits(items[item]!, others[other]!))
  const pairs: Pairs = { free: new Set(others.keys()), owners: new Map(), taken: new Map() }
  for (const item of items.keys()) if (!isPaired(item, pairs, doesFit)) yield items[item]!
}

/** Pairs, by index. */
interface Pairs {
  readonly free: Set<number>
  /** Index of the item by that of its partner. */
  readonly owners: Map<number, number>
  readonly taken: Map<number, number>
}

function isPaired(
  first: number,
  { free, owners, taken }: Pairs,
  doesFit: (item: number, other: number) => boolean,
): boolean {
  const wantedBy = new Map<number, number>()
  let other = freeOne(
    [first],
    free,
    owners,
    (item, each) => !wantedBy.has(each) && doesFit(item, each) && wantedBy.set(each, item) !== undefined,
  )
  if (other === undefined) return false
  free.delete(other)
  // Walk the path back from the free one: each item takes its new partner and frees its old one.
  while (other !== undefined) {
    const item: number = wantedBy.get(other)!
    const before = taken.get(item)
    taken.set(item, other)
    owners.set(other, item)
    other = before
  }
  return true
}

/** Searches breadth-first for a free one that fits; owners of those that fit search next. */
function freeOne(
  asking: number[],
  free: ReadonlySet<number>,
  owners: ReadonlyMap<number, number>,
  wants: (item: number, other: number) => boolean,
): number | undefined {
  for (const item of asking) {
    for (const other of free) if (wants(item, other)) return other
    for (const [other, owner] of owners) if (wants(item, other)) asking.push(owner)
  }
  return undefined
}
