const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Works under way: one listener for each signal serves all of them. */
let running = 0
let arrived: NodeJS.Signals | undefined

/**
 * Runs short `work` to its end, even if a signal arrives: the signal takes effect when all such work is done. A second
 * signal takes effect at once.
 */
export async function uninterrupted<T>(work: () => Promise<T>): Promise<T> {
  if (running++ === 0) for (const signal of signals) process.on(signal, keep)
  try {
    return await work()
  } finally {
    if (--running === 0) release()
  }
}

function keep(signal: NodeJS.Signals): void {
  const isSecond = arrived !== undefined
  arrived = signal
  if (isSecond) release()
}

function release(): void {
  for (const signal of signals) process.off(signal, keep)
  const signal = arrived
  arrived = undefined
  if (signal !== undefined && !isHandled(signal)) process.kill(process.pid, signal)
}

/**
 * True if the program has its own listener, which has already had the signal. Listeners of `signal-exit` only clean up
 * before the process ends.
 */
function isHandled(signal: NodeJS.Signals): boolean {
  const { __signal_exit_emitter__: tidying } = process as { __signal_exit_emitter__?: { count: number } }
  return process.listenerCount(signal) > (tidying?.count ?? 0)
}
