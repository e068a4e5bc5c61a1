const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Runs `work`, which has to be short; a signal that arrives meanwhile takes effect when it is over, so that nothing is left half done.
 * A second one takes effect at once.
 */
export async function uninterrupted<T>(work: () => Promise<T>): Promise<T> {
  let arrived: NodeJS.Signals | undefined
  const keep = (signal: NodeJS.Signals): void => {
    const second = arrived !== undefined
    arrived = signal
    if (second) end()
  }
  const end = (): void => {
    for (const signal of signals) process.off(signal, keep)
    if (arrived !== undefined && !isHandled(arrived)) process.kill(process.pid, arrived)
  }
  for (const signal of signals) process.on(signal, keep)
  try {
    return await work()
  } finally {
    end()
  }
}

/** Whether the program has a listener of its own, which heard the signal already; those of `signal-exit` only tidy up before it dies. */
function isHandled(signal: NodeJS.Signals): boolean {
  const { __signal_exit_emitter__: tidying } = process as { __signal_exit_emitter__?: { count: number } }
  return process.listenerCount(signal) > (tidying?.count ?? 0)
}
