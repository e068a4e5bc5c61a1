import { findOwnFrame } from './own-frame.ts'
import { wait } from './real-time.ts'
import { ended } from './run-meter.ts'

/** Events of a Node process. A browser writes to its console instead. */
interface Process {
  on(event: Loose, listener: (reason: unknown) => void): void
  off(event: Loose, listener: (reason: unknown) => void): void
}

const loose = ['unhandledRejection', 'uncaughtException'] as const
type Loose = (typeof loose)[number]

type Watcher = (text: string) => void

/** Watchers share one listener of the process, installed while there is a watcher. */
const watchers = new Set<Watcher>()

function tell(reason: unknown): void {
  // The end of a run aborts its pending requests.
  if (reason === ended) return
  const text = reason instanceof Error ? describeError(reason) : String(reason)
  for (const watcher of watchers) watcher(text)
}

function describeError({ name, message, stack = '' }: Error): string {
  const place = findOwnFrame(stack)
  return `${name}: ${message}${place === undefined ? '' : ` (${place})`}`
}

function listen(how: 'on' | 'off'): void {
  const { process } = globalThis as { process?: Process }
  for (const event of loose) process?.[how](event, tell)
}

/** Records the first unhandled rejection or exception until it is stopped. Meanwhile none ends the process. */
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

/** Real milliseconds after a run during which a late rejection of it does not end the process. */
const LATE_MS = 1_000

/** Lets timers of a run that has ended reject. */
export function ignoreLateRejections(): void {
  const late = watchRejections()
  void wait(LATE_MS).then(() => late.stop())
}
