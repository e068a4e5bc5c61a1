/** Long work in slices: at the end of each it lets whoever runs it serve others. What it makes is nobody else's until it is done. */
export type Sliced<T> = Generator<void, T, void>

/** Records, triggers or the like that are worked on in one slice; some milliseconds. */
export const SLICE = 250

/** Lets others have the thread. */
export type Pause = () => Promise<void>

/** Does all of it now. */
export function inOneGo<T>(work: Sliced<T>): T {
  for (;;) {
    const { done, value } = work.next()
    if (done === true) return value
  }
}

/** The items one by one; stops after each slice of them. */
export function* inSlices<T>(
  items: Iterable<T>,
  each: (item: T, position: number) => void,
  size = SLICE,
): Sliced<void> {
  let position = 0
  for (const item of items) {
    each(item, position++)
    if (position % size === 0) yield
  }
}
