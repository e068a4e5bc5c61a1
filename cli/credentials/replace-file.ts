import { closeSync, fsyncSync, openSync, readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import write from 'write-file-atomic'
import { currentStamp } from './checked-read.ts'

/** Another process changed the file between our reading and our writing, in spite of the lock. Nothing was written. */
export class ChangedMeanwhile extends Error {}

/**
 * Puts `text` in the place of the file in one step: at any moment, a power cut included, the path names the whole old file or
 * the whole new one, and every byte of it has been 0600 from the start. The caller holds the lock.
 *
 * @param stamp what `currentStamp` said when the file was read
 * @throws ChangedMeanwhile
 */
export async function replaceFile(target: string, text: string, stamp: string): Promise<void> {
  removeLeftovers(target)
  await write(target, text, {
    mode: 0o600,
    fsync: true,
    tmpfileCreated: () => {
      if (currentStamp(target) !== stamp) throw new ChangedMeanwhile()
    },
  })
  syncDirectory(dirname(target))
}

/** What killed writers left behind; under the lock nobody else is writing. */
function removeLeftovers(target: string): void {
  const prefix = `${basename(target)}.`
  for (const name of readdirSync(dirname(target))) {
    if (name.startsWith(prefix) && /^\d+$/.test(name.slice(prefix.length))) rmSync(join(dirname(target), name), { force: true, recursive: true })
  }
}

/** The new name is on the disk only when its directory is. */
function syncDirectory(directory: string): void {
  const descriptor = openSync(directory, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
