import { setTimeout as sleep } from 'node:timers/promises'
import { ClientError } from '../shared/client-error.ts'
import { tryLock } from './file-lock.ts'
import { uninterrupted } from './uninterrupted.ts'

/** Milliseconds to wait for the lock in all. */
const patience = 20_000

/**
 * Runs `work` under a lock, so that no other process changes the file.
 *
 * @throws ClientError `CREDENTIALS_BUSY` if the lock is not released in time
 */
export async function withLock<T>(target: string, work: () => Promise<T>, wait = patience): Promise<T> {
  const until = performance.now() + wait
  for (;;) {
    // The library knows of a lock a little later than it is there: a signal in between would leave it behind.
    const done = await uninterrupted(() => tryLocked(target, work))
    if (done !== undefined) return done.value
    if (performance.now() > until) throw busy(target)
    // By chance, so that fifty waiters do not move in step.
    await sleep(10 + Math.random() * 40)
  }
}

function busy(target: string): ClientError {
  const lock = `${target}.lock`
  return new ClientError(
    'CREDENTIALS_BUSY',
    `${target} is being changed by other processes, whose lock is ${lock}; nothing was changed. ` +
      `If no svc and no svc-worker is running, remove the lock: rm -r '${lock}'`,
  )
}

/** Result of `work`; undefined, without running it, if another process holds the lock. */
async function tryLocked<T>(target: string, work: () => Promise<T>): Promise<{ readonly value: T } | undefined> {
  // If another process takes the lock over (this one was suspended), the check before the write finds a changed file.
  const release = await tryLock(target, () => {}).catch((error: NodeJS.ErrnoException) => {
    // The lock is stale, and no empty folder.
    throw error.syscall === 'rmdir' ? busy(target) : error
  })
  if (release === undefined) return undefined
  try {
    return { value: await work() }
  } finally {
    await release()
  }
}
