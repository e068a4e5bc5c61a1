import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Whatever the tests or benchmarks of a run leave in the folder for temporary files is in one of their own, which goes with the run.
 * Every project of vitest calls this; the first is enough.
 */
export function setup(): (() => void) | undefined {
  if (process.env['SVC_RUN_FOLDER'] !== undefined) return undefined
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'svc-run-'))
  // What `os.tmpdir()` looks at; Windows reads the last.
  for (const name of ['SVC_RUN_FOLDER', 'TMPDIR', 'TEMP']) process.env[name] = folder
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}
