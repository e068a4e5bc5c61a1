import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { EmulatorError } from '../engine/checking/emulator-error.ts'

/**
 * Creates a folder for temporary files that other users cannot prepare. Its path is absolute even if TMPDIR is not,
 * because programs in other folders get it. Throws `EmulatorError` if that fails.
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
