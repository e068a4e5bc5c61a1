/** Items of one kind that could not be left out in a row, after which the others of that kind are kept unasked. */
const ENOUGH = 16

/** Options of `findLeast`. */
export interface FindOptions<T> {
  /**
   * Kind of an item: items of one kind are taken for alike. A listing that is cut needs thousands of them, and asking
   * for each would tell nothing new.
   */
  readonly kind?: (item: T) => string
  /** The list without some items, and without those that go with them; by default those alone. */
  readonly without?: (kept: readonly T[], left: readonly T[]) => readonly T[]
}

/**
 * Finds a least part of a list that still fails: delta debugging by parts that halve, from the end of the list. `fails`
 * is asked about what is kept; the whole list is known to fail.
 */
export async function findLeast<T>(
  items: readonly T[],
  fails: (kept: readonly T[]) => Promise<boolean>,
  { kind, without = leaveOut }: FindOptions<T> = {},
): Promise<readonly T[]> {
  if (items.length === 0) return items
  const none = without(items, items)
  if (await fails(none)) return none
  let kept = items
  for (let size = Math.ceil(kept.length / 2); ; size = Math.ceil(size / 2)) {
    const before = kept.length
    kept = await withoutParts(kept, size, fails, without, kind)
    if (size === 1 && kept.length === before) return kept
  }
}

/** Leaves out every part of a size that can be. */
async function withoutParts<T>(
  items: readonly T[],
  size: number,
  fails: (kept: readonly T[]) => Promise<boolean>,
  without: NonNullable<FindOptions<T>['without']>,
  kind: FindOptions<T>['kind'],
): Promise<readonly T[]> {
  let kept = items
  const refused = new Map<string, number>()
  for (let end = kept.length; end > 0; end = Math.min(end - size, kept.length)) {
    const part = kept.slice(Math.max(0, end - size), end)
    // The whole list was asked for.
    if (part.length === kept.length) break
    const kinds = kind === undefined ? [] : [...new Set(part.map(kind))]
    const [only] = kinds
    if (kinds.length === 1 && (refused.get(only!) ?? 0) >= ENOUGH) continue
    const rest = without(kept, part)
    const canGo = await fails(rest)
    if (canGo) kept = rest
    if (kinds.length === 1) refused.set(only!, canGo ? 0 : (refused.get(only!) ?? 0) + 1)
  }
  return kept
}

function leaveOut<T>(kept: readonly T[], left: readonly T[]): readonly T[] {
  const gone = new Set(left)
  return kept.filter((item) => !gone.has(item))
}
