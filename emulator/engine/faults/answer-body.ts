import reasons from 'statuses/codes.json' with { type: 'json' }
import { utf8Length } from '../world/row.ts'

interface BodyAnswer {
  readonly status: number
  readonly body: string | Uint8Array | null
  /** Text that is made as it is sent, in place of a body. */
  readonly stream?: unknown
}

/** Statuses whose answers have no body (RFC 9110, 15.3.5, 15.3.6, 15.4.5). */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304])

/** True if answers with this status have no body. */
export function isBodiless(status: number): boolean {
  return bodiless.has(status)
}

/** Reason phrase of a status, as servers of Node send it. */
export function statusText(status: number): string {
  return (reasons as Readonly<Record<string, string>>)[status] ?? 'unknown'
}

/** Bytes of a body. */
export function bodyBytes(body: string | Uint8Array): Uint8Array<ArrayBuffer> {
  return typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body)
}

/**
 * Length that the head of an answer announces, in bytes; that to HEAD, too (RFC 9110, 8.6). Undefined for a stream, and
 * for a status without a body.
 */
export function announcedLength({ status, body, stream }: BodyAnswer): number | undefined {
  if (stream !== undefined || isBodiless(status)) return undefined
  if (body === null) return 0
  return typeof body === 'string' ? utf8Length(body) : body.length
}
