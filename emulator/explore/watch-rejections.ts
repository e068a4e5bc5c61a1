/** What Node tells of; a browser says it on its console. */
interface Process {
  on(event: Loose, listener: (reason: unknown) => void): void
  off(event: Loose, listener: (reason: unknown) => void): void
}

const loose = ['unhandledRejection', 'uncaughtException'] as const
type Loose = (typeof loose)[number]

/** Notes the first rejection or exception that nobody handles, until it is stopped. While it watches, none ends the process. */
export function watchRejections(): { stop(): string | undefined } {
  let first: string | undefined
  const note = (reason: unknown) => {
    first ??= reason instanceof Error ? `${reason.name}: ${reason.message}` : String(reason)
  }
  const { process } = globalThis as { process?: Process }
  for (const event of loose) process?.on(event, note)
  return {
    stop() {
      for (const event of loose) process?.off(event, note)
      return first
    },
  }
}
