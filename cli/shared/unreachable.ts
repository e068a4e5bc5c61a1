/** The request got no answer. `reason`: text for a person, without key and URL. */
export class Unreachable extends Error {
  readonly reason: string

  constructor(reason: string) {
    super(reason)
    this.reason = reason
  }
}

/** Describes the error of a connection. `isPlain`: the connection should not use TLS. */
export function connectionFailure(error: NodeJS.ErrnoException, isPlain: boolean): Unreachable {
  if (error instanceof Unreachable) return error
  const code = error.code ?? error.name
  if (code === 'ECONNRESET' && isPlain)
    return new Unreachable('the connection was cut; where TLS is spoken, the URL starts with https://')
  if (untrusted.has(code))
    return new Unreachable(
      `its certificate is not trusted (${code}); NODE_EXTRA_CA_CERTS names a file with the authority to trust`,
    )
  if (code.startsWith('HPE_')) return new Unreachable(`what answers there speaks no HTTP (${code})`)
  return new Unreachable(reasons[code] ?? `the connection failed (${code})`)
}

const untrusted: ReadonlySet<string> = new Set([
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
])

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was cut',
  EPROTO: 'no TLS is spoken there: does the URL start with http://?',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name could not be looked up',
  ETIMEDOUT: 'the connection timed out',
}
