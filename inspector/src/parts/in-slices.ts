/** Work on a long list in parts, so that a key which is pressed meanwhile is answered at once. */
export interface Slicing {
  /** Lets the browser draw and hear keys. */
  pause(): Promise<void>
  /** True once nobody wants the outcome any more. */
  over(): boolean
}

/** Items that are worked on in one go: a few milliseconds, on a busy machine too. */
export const SLICE = 2_000

/** Thrown where the outcome is no longer wanted. */
export class NotWanted extends Error {}

/** Calls `work` with one slice after the other. Rejects with `NotWanted` once it is over. */
export async function eachSlice<T>(
  items: readonly T[],
  slicing: Slicing,
  work: (slice: readonly T[], start: number) => void,
): Promise<void> {
  for (let start = 0; start < items.length; start += SLICE) {
    if (start > 0) await rest(slicing)
    work(items.slice(start, start + SLICE), start)
  }
}

/** A list in order, equals as they were: slices are sorted, then merged. */
export async function sortInSlices<T>(
  items: readonly T[],
  compare: (a: T, b: T) => number,
  slicing: Slicing,
): Promise<T[]> {
  let runs: T[][] = []
  await eachSlice(items, slicing, (slice) => runs.push(slice.toSorted(compare)))
  while (runs.length > 1) {
    const merged: T[][] = []
    for (let index = 0; index < runs.length; index += 2)
      merged.push(await merge(runs[index]!, runs[index + 1] ?? [], compare, slicing))
    runs = merged
  }
  return runs[0] ?? []
}

async function merge<T>(
  a: readonly T[],
  b: readonly T[],
  compare: (a: T, b: T) => number,
  slicing: Slicing,
): Promise<T[]> {
  const merged: T[] = []
  for (let i = 0, j = 0; i < a.length || j < b.length;) {
    if (merged.length % (4 * SLICE) === 0) await rest(slicing)
    const takesFirst = j >= b.length || (i < a.length && compare(a[i]!, b[j]!) <= 0)
    merged.push(takesFirst ? a[i++]! : b[j++]!)
  }
  return merged
}

async function rest(slicing: Slicing): Promise<void> {
  await slicing.pause()
  if (slicing.over()) throw new NotWanted()
}

/** A turn of the browser. Timers that follow on each other would wait 4 ms each. */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}
