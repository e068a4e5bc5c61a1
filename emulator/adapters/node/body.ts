import type { IncomingMessage } from 'node:http'

interface ReadBody {
  readonly body: Uint8Array | null
  readonly tooLarge: boolean
}

interface BodyLimits {
  readonly small: number
  readonly limit: () => number
}

/** Maximum of bytes that are read and discarded so that a client can finish sending and read the refusal. */
const MAX_DRAINED = 256 * 1024 * 1024

/**
 * Reads a body of at most `limit()` bytes. A larger one is discarded but read on: a client that is still sending would
 * otherwise see a broken connection in place of the answer. `limit` is called for bodies above `small` bytes only.
 */
export function readBody(request: IncomingMessage, { small, limit }: BodyLimits, done: (read: ReadBody) => void): void {
  const chunks: Buffer[] = []
  let size = 0
  let most = small
  let tooLarge = false
  request.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (tooLarge) {
      if (size > MAX_DRAINED) request.destroy()
      return
    }
    if (size > most) {
      most = Math.max(small, limit())
      tooLarge = size > most
    }
    if (tooLarge) chunks.length = 0
    else chunks.push(chunk)
  })
  request.once('end', () => done({ body: joined(chunks, tooLarge), tooLarge }))
}

function joined(chunks: readonly Buffer[], tooLarge: boolean): Uint8Array | null {
  if (tooLarge || chunks.length === 0) return null
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
}
