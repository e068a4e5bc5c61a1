/** Measurements of a soak, and their judgement. */

/** One slice of a soak; there are ten or a multiple of it. */
export interface Slice {
  /** Bytes, after two collections. */
  readonly heap: number
  /** Handles and requests that keep the process alive, timers left out. */
  readonly handles: number
  /** Milliseconds that the middle one of many equal requests took. */
  readonly latency: number
  /** Latency of a bare server, measured in turns with ours. */
  readonly bare: number
}

export interface Verdict {
  readonly name: 'heap' | 'handles' | 'latency'
  readonly second: number
  readonly last: number
  /** 0.05 where the last tenth is a twentieth above the second. */
  readonly change: number
  readonly flat: boolean
}

export const MAX_CHANGE = 0.05

/**
 * Judged measurements. Latency is relative to that of the bare server: a shared machine is slower in one minute than in
 * the next.
 */
const gauges: Readonly<Record<Verdict['name'], (slice: Slice) => number>> = {
  heap: ({ heap }) => heap,
  handles: ({ handles }) => handles,
  latency: ({ latency, bare }) => latency / bare,
}

/** The last tenth beside the second: the first warms up. Less than before is flat, too. */
export function judge(slices: readonly Slice[]): Verdict[] {
  const tenth = Math.floor(slices.length / 10)
  if (tenth === 0) throw new TypeError(`${slices.length} slices cannot be divided into tenths`)
  return (['heap', 'handles', 'latency'] as const).map((name) => {
    const second = median(slices.slice(tenth, 2 * tenth).map(gauges[name]))
    const last = median(slices.slice(-tenth).map(gauges[name]))
    const change = second === 0 ? (last === 0 ? 0 : Infinity) : last / second - 1
    return { name, second, last, change, flat: last <= second * (1 + MAX_CHANGE) }
  })
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
