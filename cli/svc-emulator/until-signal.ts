/** Between two looks at who started us. */
const LOOK = 500

/** Resolves at the first SIGINT or SIGTERM, or when npx has ended; a second signal ends the process at once. */
export function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    let stopping = false
    const stop = (signal: NodeJS.Signals): void => {
      if (stopping) process.exit(signal === 'SIGINT' ? 130 : 143)
      stopping = true
      resolve()
    }
    process.on('SIGINT', stop)
    process.on('SIGTERM', stop)
    if (startedByNpx(process.env)) whenOrphaned(resolve)
  })
}

/**
 * npx starts a shell that starts us, and hands a signal to the shell alone. Whoever stops npx means the server; with another parent
 * one that outlives it may be meant (`nohup`, `&`).
 */
function startedByNpx({ npm_lifecycle_event: event, npm_lifecycle_script: script = '' }: NodeJS.ProcessEnv): boolean {
  return event === 'npx' && /^['"]?svc-emulator\b/.test(script)
}

function whenOrphaned(stop: () => void): void {
  const { ppid: parent } = process
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    stop()
  }, LOOK)
  timer.unref()
}
