import { Interrupted } from '../shared/client-error.ts'
import type { Io } from '../shared/io.ts'
import { onSignal } from './until-signal.ts'

/** Work that a signal stops: it is told, and may still say what it did. However it ends after that, it was interrupted, and throws `Interrupted`. */
export async function interruptible<Result>(
  { stopping }: Pick<Io, 'stopping'>,
  work: (stop: AbortSignal) => Promise<Result>,
): Promise<Result> {
  // No `AbortSignal.any`: what listens to it alone is collected by Node 20.
  const stopped = new AbortController()
  const stop = () => stopped.abort()
  const release = onSignal(stop)
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
  throw new Interrupted('stopped')
}
