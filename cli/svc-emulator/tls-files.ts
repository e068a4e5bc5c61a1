import { X509Certificate } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readBytes } from '../../emulator/scenario/read-text.ts'
import { EmulatorError } from '../../emulator/engine/checking/emulator-error.ts'
import { namingFlag } from '../shared/name-flag.ts'
import { makeTemporaryFolder } from '../../emulator/scenario/temporary-folder.ts'
import type { TlsFiles } from '../../emulator/adapters/node/tls/server-tls.ts'

/** Maximum size of a file: a certificate chain has a few thousand bytes. */
const MAX_PEM_BYTES = 1024 * 1024

/** Reads both files. Throws `EmulatorError`, with the flag, if one cannot be read or is none. */
export async function tlsFiles({ cert, key }: { readonly cert: string; readonly key: string }): Promise<TlsFiles> {
  return {
    cert: await namingFlag('--tls-cert', () => readPem(cert, 'CERTIFICATE')),
    key: await namingFlag('--tls-key', () => readPem(key, 'PRIVATE KEY')),
  }
}

/** Reads a PEM file. Text around its blocks may have any encoding. */
function readPem(file: string, block: 'CERTIFICATE' | 'PRIVATE KEY'): string {
  const text = readBytes(file, MAX_PEM_BYTES).toString('latin1')
  const blocks = Array.from(text.matchAll(/-----BEGIN (?:\w+ )*?(CERTIFICATE|PRIVATE KEY)-----/g), ([, name]) => name)
  if (blocks.includes(block) && (block === 'PRIVATE KEY' || isCertificate(text))) return text
  const found = blocks.includes(block) ? 'one that cannot be read' : (blocks[0]?.toLowerCase() ?? 'no PEM')
  throw new EmulatorError(`${file}: expected PEM with -----BEGIN ${block}-----, got ${found.replace(/^[cp]/, 'a $&')}`)
}

function isCertificate(text: string): boolean {
  try {
    return new X509Certificate(text).raw.length > 0
  } catch {
    return false
  }
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
