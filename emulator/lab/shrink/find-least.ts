/**
 * Number of consecutive parts of one kind that cannot be left out, after which the other items of the kind are kept
 * untried; smaller for a long list, of which each run takes long.
 */
const [ENOUGH, ENOUGH_OF_LONG] = [16, 4] as const
const LONG = 500

/** Options of `findLeast`. */
export interface FindOptions<T> {
  /**
   * Kind of an item. Items of one kind are interchangeable: a cut listing needs thousands of them, and trying each
   * would show nothing new.
   */
  readonly kind?: (item: T) => string
  /** Number of consecutive parts of one kind after which the others are kept untried. Default: 16, of a long list 4. */
  readonly enough?: number
  /** Removes items from the list, with all that depend on them. Default: removes only the items. */
  readonly without?: (kept: readonly T[], left: readonly T[]) => readonly T[]
}

type Chosen<T> = { readonly [Name in keyof Required<FindOptions<T>>]: FindOptions<T>[Name] | undefined } & {
  readonly enough: number
  readonly without: NonNullable<FindOptions<T>['without']>
}

/**
 * Finds a minimal part of a list that still fails, by delta debugging: leaves out ever smaller parts, from the end of
 * the list. `fails` tries a part. The whole list must fail.
 */
export async function findLeast<T>(
  items: readonly T[],
  fails: (kept: readonly T[]) => Promise<boolean>,
  { kind, enough = items.length > LONG ? ENOUGH_OF_LONG : ENOUGH, without = leaveOut }: FindOptions<T> = {},
): Promise<readonly T[]> {
  if (items.length === 0) return items
  const none = without(items, items)
  if (await fails(none)) return none
  let kept = items
  for (let size = Math.ceil(kept.length / 2); ; size = Math.ceil(size / 2)) {
    const before = kept.length
    kept = await withoutParts(kept, size, fails, { kind, enough, without })
    if (size === 1 && kept.length === before) return kept
  }
}

/** Leaves out all parts of a size that are not needed. */
async function withoutParts<T>(
  items: readonly T[],
  size: number,
  fails: (kept: readonly T[]) => Promise<boolean>,
  { kind, enough, without }: Chosen<T>,
): Promise<readonly T[]> {
  let kept = items
  const refused = new Map<string, number>()
  for (let end = kept.length; end > 0; end = Math.min(end - size, kept.length)) {
    const part = kept.slice(Math.max(0, end - size), end)
    // `findLeast` has tried to leave out everything.
    if (part.length === kept.length) break
    const kinds = kind === undefined ? [] : [...new Set(part.map(kind))]
    const [only] = kinds
    if (kinds.length === 1 && (refused.get(only!) ?? 0) >= enough) continue
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
