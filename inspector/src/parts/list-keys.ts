interface Rows {
  readonly first: number
  readonly last: number
}

/**
 * Row that a key of a list leads to; undefined for other keys. Without a current row, keys start from the visible rows.
 */
export function rowAfterKey(
  key: string,
  current: number,
  count: number,
  page: number,
  inSight: Rows = { first: 0, last: count - 1 },
): number | undefined {
  if (count === 0) return undefined
  const last = count - 1
  const [down, up] = current < 0 ? [inSight.first, inSight.last] : [current + 1, current - 1]
  const to = {
    j: down,
    ArrowDown: down,
    k: up,
    ArrowUp: up,
    Home: 0,
    End: last,
    PageDown: current < 0 ? inSight.last : current + page,
    PageUp: current < 0 ? inSight.first : current - page,
  }[key]
  return to === undefined ? undefined : Math.max(0, Math.min(last, to))
}

/** First and last row that are wholly visible; undefined for an empty list. */
export function rowsInSight(list: HTMLElement | null): Rows | undefined {
  const height = list?.querySelector<HTMLElement>('[aria-selected]')?.offsetHeight
  if (list === null || height === undefined) return undefined
  const head = list.querySelector<HTMLElement>('.virtual-head')?.offsetHeight ?? 0
  const first = Math.ceil(list.scrollTop / height)
  return { first, last: Math.max(first, Math.floor((list.scrollTop + list.clientHeight - head) / height) - 1) }
}
