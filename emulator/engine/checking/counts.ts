/** How often each value is there, in the order of their first. */
export function countsOf<Value>(values: Iterable<Value>): Map<Value, number> {
  const counts = new Map<Value, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

/** What values are left when each of the others takes one of its like with it. Values are alike that have the same key. */
export function beyond<Value>(
  values: readonly Value[],
  others: readonly Value[],
  keyOf: (value: Value) => unknown = (value) => value,
): Value[] {
  const counts = countsOf(others.map(keyOf))
  return values.filter((value) => {
    const key = keyOf(value)
    const left = counts.get(key) ?? 0
    counts.set(key, left - 1)
    return left <= 0
  })
}

/** The items by their key, in the order of the first of each. */
export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}
