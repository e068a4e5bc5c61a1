/** A request as it came over a wire, before anything is known of it. */
export interface WireRequest {
  readonly method: string
  /** Path and query as sent, percent-encoded: `/v1/users/me?x=1`. */
  readonly url: string
  /** Names and values in turn, as sent; a name may come twice. */
  readonly headers: readonly string[]
  readonly body: Uint8Array | null
  /** The transport stopped reading because the body passed the size limit. */
  readonly tooLarge?: boolean
}

/** What only a transport can do to an answer, in the order given. */
export interface TransportFault {
  readonly kind: string
  readonly [detail: string]: unknown
}

export interface WireResponse {
  readonly status: number
  /** Names and values in turn. */
  readonly headers: readonly string[]
  readonly body: string | Uint8Array | null
  readonly faults?: readonly TransportFault[]
}

/** The value of a header, `, `-joined where it came more than once (RFC 9110, 5.3). */
export function headerOf(headers: readonly string[], name: string): string | undefined {
  let found: string | undefined
  for (let i = 0; i < headers.length; i += 2) {
    const candidate = headers[i]!
    if (candidate.length !== name.length) continue
    if (candidate !== name && candidate.toLowerCase() !== name) continue
    found = found === undefined ? headers[i + 1]! : `${found}, ${headers[i + 1]!}`
  }
  return found
}
