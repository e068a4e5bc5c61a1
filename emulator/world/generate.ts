/** `count` records, counted from `from` (default 1). In strings, `{n}` is the counter and `{n:5}` pads it with zeros. */
export interface GenerateBlock {
  readonly count: number
  readonly from?: number
  readonly [field: string]: unknown
}

export function* generate(block: GenerateBlock): Generator<Record<string, unknown>> {
  const { count, from = 1, ...pattern } = block
  for (let n = from; n < from + count; n++) yield expand(pattern, n) as Record<string, unknown>
}

function expand(value: unknown, n: number): unknown {
  if (typeof value === 'string') return value.includes('{n') ? value.replace(/\{n(?::(\d+))?\}/g, (_, width = '0') => String(n).padStart(Number(width), '0')) : value
  if (Array.isArray(value)) return value.map((item) => expand(item, n))
  if (typeof value !== 'object' || value === null) return value
  const expanded: Record<string, unknown> = {}
  for (const field in value) expanded[field] = expand((value as Record<string, unknown>)[field], n)
  return expanded
}
