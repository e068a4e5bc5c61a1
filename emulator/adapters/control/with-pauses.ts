import type { Pause, Sliced } from '../../engine/checking/sliced.ts'

/** Does it with a pause after each slice. */
export async function withPauses<T>(work: Sliced<T>, pause: Pause): Promise<T> {
  for (;;) {
    const { done, value } = work.next()
    if (done === true) return value
    await pause()
  }
}
