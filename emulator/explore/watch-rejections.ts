/** Node has `process`, browsers have events of their own: both say when nobody handled a rejection. */
interface Process {
  on(event: 'unhandledRejection', listener: (reason: unknown) => void): void
  off(event: 'unhandledRejection', listener: (reason: unknown) => void): void
}

/** Notes the first rejection that nobody handles, until it is stopped. While it watches, none ends the process. */
export function watchRejections(): { stop(): string | undefined } {
  let first: string | undefined
  const note = (reason: unknown) => {
    first ??= reason instanceof Error ? `${reason.name}: ${reason.message}` : String(reason)
  }
  const { process } = globalThis as { process?: Process }
  process?.on('unhandledRejection', note)
  return {
    stop() {
      process?.off('unhandledRejection', note)
      return first
    },
  }
}
