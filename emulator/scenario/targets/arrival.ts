/** Messages about answers that did not arrive or are incomplete, equal in process and over a network. */
export const LATE = 'no answer within the timeout'

/** Messages by the `code` of a failed `fetch` in Node. */
export const reasons = {
  UND_ERR_SOCKET: 'the connection was closed',
  ECONNRESET: 'the connection was reset',
} as const

/** The reason why a `fetch`, or reading its body, failed. */
export function describeFailure(error: unknown): string {
  const { cause, message, name } = error as Error & { cause?: { message?: string; code?: string } }
  if (name === 'TimeoutError') return LATE
  const code = cause?.code
  if (code !== undefined && Object.hasOwn(reasons, code)) return reasons[code as keyof typeof reasons]
  return code ?? cause?.message ?? message
}

export function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0))
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.length
  }
  return bytes
}
