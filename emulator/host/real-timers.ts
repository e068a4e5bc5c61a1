/** Timers of the machine, or those of a replay. */
export interface Timers {
  /** Calls `then` after milliseconds. Returns a function that cancels it. */
  after(milliseconds: number, then: () => void): () => void
}

export const realTimers: Timers = {
  after(milliseconds, then) {
    const timer = setTimeout(then, milliseconds)
    return () => clearTimeout(timer)
  },
}

/** Milliseconds of the machine, for durations only. */
export const machineTime: () => number = performance.now.bind(performance)
