/** The row that a key of a list leads to; undefined for other keys. */
export function rowAfterKey(key: string, current: number, count: number, page: number): number | undefined {
  if (count === 0) return undefined
  const last = count - 1
  const to = {
    j: current + 1,
    ArrowDown: current + 1,
    k: current - 1,
    ArrowUp: current - 1,
    Home: 0,
    End: last,
    PageDown: current + page,
    PageUp: current - page,
  }[key]
  if (to === undefined) return undefined
  return current < 0 ? (to === last ? last : 0) : Math.max(0, Math.min(last, to))
}
