import { constants } from 'node:os'

/** Milliseconds between checks of the parent process. */
const LOOK = 500

type SignalTarget = Pick<NodeJS.Process, 'on' | 'off' | 'exit' | 'env' | 'ppid'>

/**
 * Resolves on the first SIGINT, SIGTERM or SIGHUP, when npx has ended, or when `stopping` is aborted. A second signal
 * ends the process at once.
 */
export function untilSignal(stopping: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const release = onSignal(() => resolve())
    stopping.addEventListener('abort', () => {
      release()
      resolve()
    })
  })
}

/**
 * Calls `stop` on the first SIGINT, SIGTERM or SIGHUP (a closed terminal), or when npx has ended. A second signal ends
 * the process at once. The end of npx counts as SIGTERM. Returns a function that removes the listeners.
 */
export function onSignal(stop: (signal: NodeJS.Signals) => void, target: SignalTarget = process): () => void {
  let stopping = false
  const heard = (signal: NodeJS.Signals): void => {
    if (stopping) target.exit(128 + (constants.signals[signal] ?? 0))
    stopping = true
    stop(signal)
  }
  // SIGBREAK is Ctrl-Break on Windows; elsewhere no signal has this name.
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'] as const
  for (const signal of signals) target.on(signal, heard)
  const timer = startedByNpx(target.env) ? whenOrphaned(() => stop('SIGTERM'), target) : undefined
  return () => {
    for (const signal of signals) target.off(signal, heard)
    clearInterval(timer)
  }
}

/**
 * True below npx: it starts us through a shell, and sends signals only to that shell, so that the end of npx has to
 * stop the server. Other parents may exit on purpose (`nohup`, `&`).
 */
function startedByNpx({ npm_lifecycle_event: event, npm_lifecycle_script: script = '' }: NodeJS.ProcessEnv): boolean {
  return event === 'npx' && /^['"]?svc-emulator\b/.test(script)
}

function whenOrphaned(stop: () => void, target: SignalTarget): NodeJS.Timeout {
  const { ppid: parent } = target
  const timer = setInterval(() => {
    if (target.ppid === parent) return
    clearInterval(timer)
    stop()
  }, LOOK)
  return timer.unref()
}
