/** Real time, which only subjects under test need. Worlds have clocks of their own. */

/** Real milliseconds for measuring durations. */
export const now = (): number => performance.now()

/** Resolves after real milliseconds, or when the signal is aborted. */
export function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted === true) return Promise.resolve()
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

/** Calls `tick` repeatedly after real milliseconds, until the returned function is called. */
export function every(milliseconds: number, tick: () => void): () => void {
  const timer = setInterval(tick, milliseconds)
  return () => clearInterval(timer)
}

const { setImmediate: inNextTurn } = globalThis as { setImmediate?: (then: () => void) => unknown }

/** Yields to timers and other pending work. Browsers only offer a timer for that, which takes a millisecond. */
export const yieldToTimers = (): Promise<void> =>
  new Promise((resolve) => void (inNextTurn === undefined ? setTimeout(resolve, 0) : inNextTurn(resolve)))
