import { setTimeout as sleep } from 'node:timers/promises'
import lockfile from 'proper-lockfile'
import { ClientError } from '../shared/client-error.ts'

/** Milliseconds after which the lock of a killed process is taken over. A living holder renews it every second. */
const stale = 3000

/** Milliseconds to wait for the lock in all. */
const patience = 20_000

/**
 * Runs `work` while this process alone may change the file.
 *
 * @throws ClientError `CREDENTIALS_BUSY` where others hold the lock all the time
 */
export async function withLock<T>(target: string, work: () => Promise<T>, wait = patience): Promise<T> {
  const release = await acquire(target, performance.now() + wait)
  try {
    return await work()
  } finally {
    await release().catch(() => {})
  }
}

async function acquire(target: string, until: number): Promise<() => Promise<void>> {
  for (;;) {
    try {
      // A lock that was taken over (this process was suspended) shows as a changed file before the write.
      return await lockfile.lock(target, { realpath: false, stale, update: 1000, onCompromised: () => {} })
    } catch (error) {
      // Its own retries would try again after every kind of error, a missing permission too.
      if ((error as NodeJS.ErrnoException).code !== 'ELOCKED') throw error
      if (performance.now() > until) throw new ClientError('CREDENTIALS_BUSY', `${target} is being changed by other processes (${target}.lock); nothing was changed`)
    }
    // By chance, so that fifty waiters do not move in step.
    await sleep(10 + Math.random() * 40)
  }
}
