/**
 * Path of the root's field that nests deeper than `max` levels; empty if the root itself exceeds them. Undefined if
 * nothing nests deeper. Iterative, because it guards recursive code.
 */
export function deeperThan(root: unknown, max: number): readonly (string | number)[] | undefined {
  const waiting: { value: unknown; depth: number; top: string | undefined }[] = [
    { value: root, depth: 0, top: undefined },
  ]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, depth, top } = next
    if (typeof value !== 'object' || value === null) continue
    if (depth >= max) return top === undefined ? [] : [top]
    for (const [name, inner] of Object.entries(value))
      if (typeof inner === 'object') waiting.push({ value: inner, depth: depth + 1, top: top ?? name })
  }
  return undefined
}
