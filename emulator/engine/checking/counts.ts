/** Counts equal values, in order of first occurrence. */
export function countValues<Value>(values: Iterable<Value>): Map<Value, number> {
  const counts = new Map<Value, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

/** Values without a counterpart in `others`; each of the others accounts for one value with an equal key. */
export function multisetDifference<Value>(
  values: readonly Value[],
  others: readonly Value[],
  keyOf: (value: Value) => unknown = (value) => value,
): Value[] {
  const counts = countValues(others.map(keyOf))
  return values.filter((value) => {
    const key = keyOf(value)
    const left = counts.get(key) ?? 0
    counts.set(key, left - 1)
    return left <= 0
  })
}

/** Groups items by key, in order of first occurrence. */
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
