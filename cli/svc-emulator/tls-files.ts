import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readText } from '../../emulator/scenario/read-text.ts'
import type { TlsFiles } from '../../emulator/adapters/node/tls/server-tls.ts'

/** Maximum size of a file: a certificate chain has a few thousand bytes. */
const MAX_PEM_BYTES = 1024 * 1024

/** Reads both files. Throws `EmulatorError` if one cannot be read. */
export function tlsFiles({ cert, key }: { readonly cert: string; readonly key: string }): TlsFiles {
  return { cert: readText(cert, MAX_PEM_BYTES), key: readText(key, MAX_PEM_BYTES) }
}

/**
 * Writes an authority into a file for `--cacert`, `NODE_EXTRA_CA_CERTS` and `REQUESTS_CA_BUNDLE`, in a new folder that
 * no other user can have prepared.
 */
export async function authorityFile(ca: string): Promise<{ readonly path: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-emulator-tls-'))
  const path = join(folder, 'ca.pem')
  await writeFile(path, ca)
  return { path, remove: () => rm(folder, { recursive: true, force: true }) }
}
