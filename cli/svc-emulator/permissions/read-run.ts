import { EmulatorError } from '../../../emulator/engine/checking/emulator-error.ts'
import { readBundleRun, type Run } from '../../../emulator/lab/permissions/run.ts'
import { ClientError } from '../../shared/client-error.ts'
import { fetchBundle } from '../fetch-bundle.ts'
import { namesRunning } from '../names-running.ts'
import { readBundle } from '../show/read-bundle.ts'

/**
 * Reads the calls of a running emulator, or those of a bundle. Throws `ClientError` if there is neither, and
 * `EmulatorError` for a run without calls.
 */
export async function readRun(source: string, controlToken: string | undefined): Promise<Run> {
  const read = namesRunning(source) ? fetchBundle(source, controlToken) : readBundle(source)
  const bundle = await read.catch((error: unknown) => {
    throw error instanceof EmulatorError ? new ClientError('UNEXPECTED', error.message) : error
  })
  return readBundleRun(source, bundle)
}
