import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { packageRoot } from '../../../emulator/scenario/files.ts'
import { ClientError } from '../../shared/client-error.ts'

/** The built page of a run. It is stored compressed: otherwise it would be a tenth of the package. */
export function recordPage(): string {
  const file = join(packageRoot(), 'dist', 'record.html.gz')
  if (existsSync(file)) return gunzipSync(readFileSync(file)).toString()
  throw new ClientError('UNEXPECTED', 'the page of a run is not built: npm run build')
}
