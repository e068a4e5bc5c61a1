import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Points temporary folders of tests and benchmarks into a folder of the run, which is deleted with it. Called by every
 * project of vitest; the first call is enough.
 */
export function setup(): (() => void) | undefined {
  if (process.env['SVC_RUN_FOLDER'] !== undefined) return undefined
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'svc-run-'))
  // Variables that `os.tmpdir()` reads; Windows uses the last.
  for (const name of ['SVC_RUN_FOLDER', 'TMPDIR', 'TEMP']) process.env[name] = folder
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}
