/**
 * The field of the root that holds a container below `max` others; an empty path where the root itself is one. Undefined where a value
 * nests no deeper. Descends without calls, as it is asked before anything else does.
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
