import type { IncomingMessage } from 'node:http'
import type { UnfinishedMessages } from './unfinished-messages.ts'

interface ReadBody {
  readonly body: Uint8Array | null
  readonly tooLarge: boolean
}

interface BodyLimits {
  readonly small: number
  readonly limit: () => number
  readonly all: UnfinishedMessages
}

/** Maximum of bytes that are read and discarded so that a client can finish sending and read the refusal. */
const MAX_DRAINED = 256 * 1024 * 1024

/**
 * Reads a body of at most `limit()` bytes. A larger one is discarded but read on: a client that is still sending would
 * otherwise see a broken connection in place of the answer. `limit` is called for bodies above `small` bytes only.
 * `all` holds the bodies being read, of which the largest is cut when they are too much.
 */
export function readBody(
  request: IncomingMessage,
  { small, limit, all }: BodyLimits,
  done: (read: ReadBody) => void,
): void {
  const body = { terminate: () => request.destroy() }
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
    if (tooLarge) {
      chunks.length = 0
      all.end(body)
      return
    }
    chunks.push(chunk)
    all.add(body, chunk.length)
  })
  request.once('close', () => all.end(body))
  request.once('end', () => {
    all.end(body)
    done({ body: joined(chunks, tooLarge), tooLarge })
  })
}

function joined(chunks: readonly Buffer[], tooLarge: boolean): Uint8Array | null {
  if (tooLarge || chunks.length === 0) return null
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
}
