import { constants } from 'node:os'
import { Interrupted } from '../shared/client-error.ts'
import type { Io } from '../shared/io.ts'
import { onSignal } from './until-signal.ts'

/**
 * Runs work that a signal aborts. The work may still print its results; however it ends then, `Interrupted` is thrown.
 */
export async function interruptible<Result>(
  { stopping }: Pick<Io, 'stopping'>,
  work: (stop: AbortSignal) => Promise<Result>,
): Promise<Result> {
  // `AbortSignal.any` is not used: Node 20 collects its signal while only listeners hold it.
  const stopped = new AbortController()
  let exitCode = 130
  const stop = () => stopped.abort()
  const release = onSignal((signal) => {
    if (signal === 'SIGTERM') exitCode = 128 + constants.signals.SIGTERM
    stop()
  })
  if (stopping.aborted) stop()
  stopping.addEventListener('abort', stop)
  try {
    const result = await work(stopped.signal)
    if (!stopped.signal.aborted) return result
  } catch (error) {
    if (!stopped.signal.aborted) throw error
  } finally {
    release()
    stopping.removeEventListener('abort', stop)
  }
  throw new Interrupted('stopped', exitCode)
}
