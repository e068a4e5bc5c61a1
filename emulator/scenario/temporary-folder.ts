import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { EmulatorError } from '../engine/checking/emulator-error.ts'

/**
 * Makes a new folder for temporary files, which no other user can have prepared. Its path is absolute, also where TMPDIR
 * is not: programs that get it may run elsewhere. Throws `EmulatorError` where there can be none.
 */
export async function makeTemporaryFolder(prefix: string): Promise<string> {
  const parent = resolve(tmpdir())
  try {
    return await mkdtemp(resolve(parent, prefix))
  } catch (error) {
    const why = (error as Error).message.replace(/, mkdtemp .*$/s, '')
    throw new EmulatorError(
      `no folder for temporary files can be made in ${parent} (${why}); TMPDIR names another place`,
    )
  }
}
