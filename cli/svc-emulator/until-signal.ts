import { constants } from 'node:os'

/** Between two looks at who started us. */
const LOOK = 500

type Target = Pick<NodeJS.Process, 'on' | 'off' | 'exit' | 'env' | 'ppid'>

/** Resolves at the first SIGINT, SIGTERM or SIGHUP, or when npx has ended; a second signal ends the process at once. */
export function untilSignal(): Promise<void> {
  return new Promise((resolve) => void onSignal(resolve))
}

/** Calls `stop` at the first SIGINT, SIGTERM or SIGHUP (a terminal is closed), or when npx has ended; a second signal ends the process at once. Gives what takes that back. */
export function onSignal(stop: () => void, target: Target = process): () => void {
  let stopping = false
  const heard = (signal: NodeJS.Signals): void => {
    if (stopping) target.exit(128 + constants.signals[signal])
    stopping = true
    stop()
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) target.on(signal, heard)
  const timer = startedByNpx(target.env) ? whenOrphaned(stop, target) : undefined
  return () => {
    for (const signal of signals) target.off(signal, heard)
    clearInterval(timer)
  }
}

/**
 * npx starts a shell that starts us, and hands a signal to the shell alone. Who stops npx means the server; with another parent
 * one that outlives it may be meant (`nohup`, `&`).
 */
function startedByNpx({ npm_lifecycle_event: event, npm_lifecycle_script: script = '' }: NodeJS.ProcessEnv): boolean {
  return event === 'npx' && /^['"]?svc-emulator\b/.test(script)
}

function whenOrphaned(stop: () => void, target: Target): NodeJS.Timeout {
  const { ppid: parent } = target
  const timer = setInterval(() => {
    if (target.ppid === parent) return
    clearInterval(timer)
    stop()
  }, LOOK)
  return timer.unref()
}
