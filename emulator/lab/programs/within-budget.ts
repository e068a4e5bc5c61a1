/** Runs work with a signal that aborts when it is stopped, or after `budget` real milliseconds; undefined: no limit. */
export async function withinBudget<Result>(
  stop: AbortSignal,
  budget: number | undefined,
  work: (over: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const over = new AbortController()
  const end = (): void => over.abort()
  if (stop.aborted) end()
  stop.addEventListener('abort', end)
  // Not `AbortSignal.timeout` in `AbortSignal.any`: Node 20 collects it, and the budget would never be over.
  const timer = budget === undefined ? undefined : setTimeout(end, budget)
  try {
    return await work(over.signal)
  } finally {
    clearTimeout(timer)
    stop.removeEventListener('abort', end)
  }
}
