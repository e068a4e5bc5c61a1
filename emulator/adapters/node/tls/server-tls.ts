import { EmulatorError } from '../../../engine/checking/emulator-error.ts'

/** A certificate with its chain, and its key, as PEM. */
export interface TlsFiles {
  readonly cert: string | Uint8Array
  readonly key: string | Uint8Array
}

export interface ServerTls {
  readonly cert: string | Buffer
  readonly key: string | Buffer
  /** PEM of the authority that clients have to trust; undefined for a given certificate. */
  readonly ca: string | undefined
}

/** TLS options of a server: the given files, or certificates generated for the server's own names. */
export async function serverTls(
  tls: boolean | TlsFiles | undefined,
  names: readonly string[],
): Promise<ServerTls | undefined> {
  if (tls === undefined || tls === false) return undefined
  if (tls === true) {
    const { createCertificates } = await import('./certificates.ts')
    return createCertificates(names.filter((name) => /^[\w.:-]+$/.test(name)))
  }
  const given = { cert: Buffer.from(tls.cert), key: Buffer.from(tls.key) }
  try {
    // Loaded on demand: it is a tenth of the modules of a start.
    const { createSecureContext } = await import('node:tls')
    createSecureContext(given)
  } catch (error) {
    throw new EmulatorError(
      `tls: this certificate and key cannot be used: ${(error as Error).message}; expected PEM, the key that of the certificate`,
    )
  }
  return { ...given, ca: undefined }
}
