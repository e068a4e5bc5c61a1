import { hostname } from 'node:os'
import { EmulatorError } from '../../../engine/checking/emulator-error.ts'

/** A certificate (with what links it to its authority) and its key, as PEM. */
export interface TlsFiles {
  readonly cert: string | Uint8Array
  readonly key: string | Uint8Array
}

export interface ServerTls {
  readonly cert: string | Buffer
  readonly key: string | Buffer
  /** PEM of the authority that clients have to trust; undefined for a certificate that was given. */
  readonly ca: string | undefined
}

/** What a server needs for HTTPS: the files that are given, or certificates made now for `host` and the names of this machine. */
export async function serverTls(tls: boolean | TlsFiles | undefined, host: string): Promise<ServerTls | undefined> {
  if (tls === undefined || tls === false) return undefined
  if (tls === true) {
    const { createCertificates } = await import('./certificates.ts')
    return createCertificates(namesOf(host))
  }
  const given = { cert: Buffer.from(tls.cert), key: Buffer.from(tls.key) }
  try {
    // With it comes a tenth of what a start loads.
    const { createSecureContext } = await import('node:tls')
    createSecureContext(given)
  } catch (error) {
    throw new EmulatorError(
      `tls: this certificate and key cannot be used: ${(error as Error).message}; expected PEM, the key that of the certificate`,
    )
  }
  return { ...given, ca: undefined }
}

/** Beyond this machine it is reached by the name that others have for it: in a container that is the host name. */
function namesOf(host: string): string[] {
  const own = ['localhost', '127.0.0.1', '::1']
  const others = host === '0.0.0.0' || host === '::' ? [hostname()] : [host]
  return [...new Set([...own, ...others.filter((name) => /^[\w.:-]+$/.test(name))])]
}
