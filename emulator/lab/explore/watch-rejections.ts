import { ended } from './run-meter.ts'

/** What Node tells of; a browser says it on its console. */
interface Process {
  on(event: Loose, listener: (reason: unknown) => void): void
  off(event: Loose, listener: (reason: unknown) => void): void
}

const loose = ['unhandledRejection', 'uncaughtException'] as const
type Loose = (typeof loose)[number]

type Watcher = (text: string) => void

/** All who watch: the process is listened to once for them, and only while there are any. */
const watchers = new Set<Watcher>()

function tell(reason: unknown): void {
  // What was still under way when a run was over was ended by us.
  if (reason === ended) return
  const text = reason instanceof Error ? `${reason.name}: ${reason.message}` : String(reason)
  for (const watcher of watchers) watcher(text)
}

function listen(how: 'on' | 'off'): void {
  const { process } = globalThis as { process?: Process }
  for (const event of loose) process?.[how](event, tell)
}

/** Notes the first rejection or exception that nobody handles, until it is stopped. While it watches, none ends the process. */
export function watchRejections(): { stop(): string | undefined } {
  let first: string | undefined
  const note = (text: string) => {
    first ??= text
  }
  if (watchers.size === 0) listen('on')
  watchers.add(note)
  return {
    stop() {
      if (watchers.delete(note) && watchers.size === 0) listen('off')
      return first
    },
  }
}
