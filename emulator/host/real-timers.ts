/** Waiting, by the time of the machine or by that of a replay. */
export interface Timers {
  /** Calls `then` after so many milliseconds; the function it returns calls that off. */
  after(milliseconds: number, then: () => void): () => void
}

export const realTimers: Timers = {
  after(milliseconds, then) {
    const timer = setTimeout(then, milliseconds)
    return () => clearTimeout(timer)
  },
}
