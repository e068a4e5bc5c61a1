import type { Fault } from '../faults/registry.ts'
import { utf8Length } from '../world/row.ts'

/** Request as it came over a wire, before it is interpreted. */
export interface WireRequest {
  readonly method: string
  /** Path and query as sent, percent-encoded: `/v1/users/me?x=1`. */
  readonly url: string
  /** Names and values in turn, as sent; a name may come twice. */
  readonly headers: readonly string[]
  readonly body: Uint8Array | null
  /** Scheme and host of its URL, where it came as one of Fetch. */
  readonly origin?: string
  /** True for a request that came over TLS. */
  readonly secure?: boolean
  /** True where the transport stopped reading because the body passed the size limit. */
  readonly tooLarge?: boolean
}

/**
 * Long text that the transport pulls piece by piece, and ends (`return`) with the connection. An asynchronous one goes
 * on as things happen.
 */
export type WireStream = Iterable<string> | AsyncIterable<string>

export interface WireResponse {
  readonly status: number
  /** Names and values in turn. */
  readonly headers: readonly string[]
  readonly body: string | Uint8Array | null
  /** Text that is made as it is sent, in place of `body`, which is null then. */
  readonly stream?: WireStream
  /** Faults that the transport carries out. */
  readonly faults?: readonly Fault[]
}

/** Statuses whose answers have no body (RFC 9110, 15.3.5, 15.3.6, 15.4.5). */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304])

/** True if answers with this status have no body. */
export function isBodiless(status: number): boolean {
  return bodiless.has(status)
}

/** Bytes of a body. */
export function bodyBytes(body: Exclude<WireResponse['body'], null>): Uint8Array<ArrayBuffer> {
  return typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body)
}

/**
 * Length that the head of an answer announces, in bytes; that to HEAD, too (RFC 9110, 8.6). Undefined for a stream, and
 * for a status without a body.
 */
export function announcedLength({ status, body, stream }: WireResponse): number | undefined {
  if (stream !== undefined || isBodiless(status)) return undefined
  if (body === null) return 0
  return typeof body === 'string' ? utf8Length(body) : body.length
}

/** Finds the value of a header; values of one that came more than once are joined by `, ` (RFC 9110, 5.3). */
export function findHeader(headers: readonly string[], name: string): string | undefined {
  let found: string | undefined
  for (let i = 0; i < headers.length; i += 2) {
    const candidate = headers[i]!
    if (candidate.length !== name.length) continue
    if (candidate !== name && candidate.toLowerCase() !== name) continue
    found = found === undefined ? headers[i + 1]! : `${found}, ${headers[i + 1]!}`
  }
  return found
}
