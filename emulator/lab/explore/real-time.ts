/** The one room of explore where real time is: a subject runs in it. Worlds have their own. */

/** Real milliseconds, for durations. */
export const now = (): number => performance.now()

/** Resolves after so many real milliseconds, or when the signal is aborted. */
export function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, milliseconds)
    function done() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    signal?.addEventListener('abort', done)
  })
}

/** Calls `tick` after every so many real milliseconds, until the function that it returns is called. */
export function every(milliseconds: number, tick: () => void): () => void {
  const timer = setInterval(tick, milliseconds)
  return () => clearInterval(timer)
}

const { setImmediate: inNextTurn } = globalThis as { setImmediate?: (then: () => void) => unknown }

/** Lets timers and everything else that waits have a turn. A browser has timers alone for that, which take a millisecond. */
export const yieldToTimers = (): Promise<void> =>
  new Promise((resolve) => void (inNextTurn === undefined ? setTimeout(resolve, 0) : inNextTurn(resolve)))
