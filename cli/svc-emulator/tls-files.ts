import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readText } from '../../emulator/scenario/read-text.ts'
import type { TlsFiles } from '../../emulator/adapters/node/tls/server-tls.ts'

/** A certificate chain is a few thousand bytes. */
const MAX_PEM_BYTES = 1024 * 1024

/** The contents of the two files. Throws `EmulatorError` where one cannot be read. */
export function tlsFiles({ cert, key }: { readonly cert: string; readonly key: string }): TlsFiles {
  return { cert: readText(cert, MAX_PEM_BYTES), key: readText(key, MAX_PEM_BYTES) }
}

/** Puts an authority into a file for `--cacert`, `NODE_EXTRA_CA_CERTS` and `REQUESTS_CA_BUNDLE`, in a folder that no other user can have made. */
export async function authorityFile(ca: string): Promise<{ readonly path: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-emulator-tls-'))
  const path = join(folder, 'ca.pem')
  await writeFile(path, ca)
  return { path, remove: () => rm(folder, { recursive: true, force: true }) }
}
