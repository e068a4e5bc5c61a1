import { chmodSync, existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { replaceFile } from '../../emulator/adapters/node/replace-file.ts'
import { ClientError } from '../shared/client-error.ts'
import { whyNot } from '../shared/machine-refusal.ts'
import { checkDirectory, type CheckedFile, currentStamp, resolveTarget } from './checked-read.ts'
import { withLock } from './with-lock.ts'

/** Another process changed the file between our reading and our writing, in spite of the lock. Nothing was written. */
class ChangedMeanwhile extends Error {}

interface Rewrite<T> {
  /** Reads the current file; undefined if there is none. */
  readonly read: () => CheckedFile | undefined
  /** The new text, from the one that was read. When it throws, nothing is written. */
  readonly change: (text: string | undefined) => { readonly text: string; readonly result: T }
}

/**
 * Reads a file of `~/.svc`, changes it and writes all of it, under a lock against other processes.
 *
 * @throws ClientError `CREDENTIALS_BUSY`, `CREDENTIALS_NOT_WRITTEN`, `INSECURE_CREDENTIALS_PERMISSIONS`, and what `read` and `change` throw
 */
export async function rewriteFile<T>(file: string, rewrite: Rewrite<T>): Promise<T> {
  try {
    makeDirectory(dirname(file))
    checkDirectory(dirname(file))
    const target = resolveTarget(file)
    checkDirectory(dirname(target))
    return await withLock(target, () => attempt(file, target, rewrite))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (error instanceof ClientError || code === undefined) throw error
    const reason = code === 'ENOENT' ? 'a folder of its path is not there, ENOENT' : whyNot(error)
    const left = existsSync(file) ? 'the existing file is unchanged' : 'nothing was written'
    throw new ClientError('CREDENTIALS_NOT_WRITTEN', `could not write ${file} (${reason}); ${left}`)
  }
}

/**
 * `~/.svc`, closed to everybody else from the start, and open to its owner whatever the umask; one that is there keeps
 * its mode.
 */
function makeDirectory(directory: string): void {
  try {
    mkdirSync(directory, { mode: 0o700 })
    chmodSync(directory, 0o700)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

const attempts = 5

async function attempt<T>(file: string, target: string, { read, change }: Rewrite<T>): Promise<T> {
  for (let count = 1; ; count++) {
    const checked = read()
    const { result, text } = change(checked?.text)
    try {
      await replaceFile(target, text, { mode: 0o600, alone: true, check: () => unchanged(target, checked) })
      return result
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile)) throw error
      if (count === attempts)
        throw new ClientError('CREDENTIALS_BUSY', `${file} keeps being changed by other processes; nothing was changed`)
    }
  }
}

function unchanged(target: string, checked: CheckedFile | undefined): void {
  if (currentStamp(target) !== (checked?.stamp ?? '')) throw new ChangedMeanwhile()
}
