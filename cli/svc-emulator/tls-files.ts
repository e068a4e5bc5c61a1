import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readBytes } from '../../emulator/scenario/read-text.ts'
import { namingFlag } from '../shared/name-flag.ts'
import { makeTemporaryFolder } from '../../emulator/scenario/temporary-folder.ts'
import type { TlsFiles } from '../../emulator/adapters/node/tls/server-tls.ts'

/** Maximum size of a file: a certificate chain has a few thousand bytes. */
const MAX_PEM_BYTES = 1024 * 1024

/** Reads both files. Throws `EmulatorError` if one cannot be read. */
export async function tlsFiles({ cert, key }: { readonly cert: string; readonly key: string }): Promise<TlsFiles> {
  return {
    cert: await namingFlag('--tls-cert', () => readPem(cert)),
    key: await namingFlag('--tls-key', () => readPem(key)),
  }
}

/** Reads a PEM file. Text around its certificates may have any encoding. */
function readPem(file: string): string {
  return readBytes(file, MAX_PEM_BYTES).toString('latin1')
}

/**
 * Calls `use` with the path of a file that holds an authority, for `--cacert`, `NODE_EXTRA_CA_CERTS` and
 * `REQUESTS_CA_BUNDLE`. Removes it afterwards.
 */
export async function withAuthorityFile<Result>(ca: string, use: (path: string) => Promise<Result>): Promise<Result> {
  const folder = await makeTemporaryFolder('svc-emulator-tls-')
  try {
    const path = join(folder, 'ca.pem')
    await writeFile(path, ca)
    return await use(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
