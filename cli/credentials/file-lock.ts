import fs, { type Stats } from 'node:fs'
import lockfile from 'proper-lockfile'

/**
 * Milliseconds from now, either way, beyond which the time of a lock is that of a killed process. A living holder
 * renews it every second.
 */
const STALE_MS = 3000

// A library of the lock's listens to each signal and ends the process by it. This one says that a file grows beyond a
// limit, which Node
// answers with EFBIG: an error like any other.
const stays = (): void => {}

/**
 * File system for the library, which finds stale locks by age. Without it, a lock with a time in the future would never
 * be stale.
 */
const datingLocks = {
  ...fs,
  stat(path: string, done: (error: Error | null, stats: Stats) => void): void {
    fs.stat(path, (error, stats) => {
      if (error === null && stats.mtimeMs > Date.now() + STALE_MS) stats.mtime = new Date(0)
      done(error, stats)
    })
  },
}

/**
 * Acquires the lock of a file, `<file>.lock` beside it.
 *
 * @param lost called when another process takes the lock over, because this one was suspended
 * @returns a function that releases it; undefined if another process holds it
 * @throws the system's error if the lock cannot be created
 */
export async function tryLock(target: string, lost: () => void): Promise<(() => Promise<void>) | undefined> {
  if (process.platform !== 'win32' && !process.listeners('SIGXFSZ').includes(stays)) process.on('SIGXFSZ', stays)
  try {
    const release = await lockfile.lock(target, {
      realpath: false,
      stale: STALE_MS,
      update: 1000,
      onCompromised: lost,
      fs: datingLocks,
    })
    return () => release().catch(() => {})
  } catch (error) {
    // Its own retries would try again after every kind of error, a missing permission too.
    if ((error as NodeJS.ErrnoException).code !== 'ELOCKED') throw error
    return undefined
  }
}
