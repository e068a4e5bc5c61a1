import type { Fault } from '../faults/registry.ts'

/** A request as it came over a wire, before anything is known of it. */
export interface WireRequest {
  readonly method: string
  /** Path and query as sent, percent-encoded: `/v1/users/me?x=1`. */
  readonly url: string
  /** Names and values in turn, as sent; a name may come twice. */
  readonly headers: readonly string[]
  readonly body: Uint8Array | null
  /** It came over TLS. */
  readonly secure?: boolean
  /** The transport stopped reading because the body passed the size limit. */
  readonly tooLarge?: boolean
}

/**
 * A long text that the transport pulls piece by piece, and ends (`return`) with the connection: one that is there, or one that goes on
 * with what happens.
 */
export type WireStream = Iterable<string> | AsyncIterable<string>

export interface WireResponse {
  readonly status: number
  /** Names and values in turn. */
  readonly headers: readonly string[]
  readonly body: string | Uint8Array | null
  /** In place of `body`, which is null then: text that is made as it is sent. */
  readonly stream?: WireStream
  /** What the transport is to do to it. */
  readonly faults?: readonly Fault[]
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
