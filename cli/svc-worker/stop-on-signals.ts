/** Aborted by the first SIGTERM or SIGINT; a second one ends the process at once. */
export function stopOnSignals(target: Pick<NodeJS.Process, 'on' | 'exit'>): AbortSignal {
  const controller = new AbortController()
  for (const [name, number] of [
    ['SIGTERM', 15],
    ['SIGINT', 2],
  ] as const) {
    target.on(name, () => {
      if (controller.signal.aborted) target.exit(128 + number)
      controller.abort()
    })
  }
  return controller.signal
}
