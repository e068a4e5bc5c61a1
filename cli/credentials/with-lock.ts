import { ClientError } from '../shared/client-error.ts'

/** Milliseconds after which the lock of a killed process is taken over. A living holder renews it every second. */
const stale = 3000

/** About 15 seconds of waiting in all, with random pauses so that fifty waiters do not move in step. */
const retries = { retries: 400, factor: 1, minTimeout: 25, maxTimeout: 75, randomize: true }

/**
 * Runs `work` while this process alone may change the file.
 *
 * @throws ClientError `CREDENTIALS_BUSY` where others hold the lock all the time
 */
export async function withLock<T>(target: string, work: () => Promise<T>): Promise<T> {
  const { default: lockfile } = await import('proper-lockfile')
  // A lock that was taken over (this process was suspended) shows as a changed file before the write.
  const options = { realpath: false, stale, update: 1000, retries, onCompromised: () => {} }
  const release = await lockfile.lock(target, options).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ELOCKED') throw new ClientError('CREDENTIALS_BUSY', `${target} is being changed by other processes (${target}.lock); nothing was changed`)
    throw error
  })
  try {
    return await work()
  } finally {
    await release().catch(() => {})
  }
}
