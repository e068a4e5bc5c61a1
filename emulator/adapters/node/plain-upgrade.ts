import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { isEncrypted } from './tls/is-encrypted.ts'
import type { UnfinishedMessages } from './unfinished-messages.ts'

/** Bytes of a body that are kept, with one piece more: enough for the refusal. `all`: what else is not whole yet. */
interface Kept {
  readonly limit: number
  readonly all: UnfinishedMessages
}

/** Headers that offer another protocol. */
const offers = new Set(['upgrade', 'connection', 'http2-settings'])
/** Headers that say where a body ends. */
const framing = new Set(['content-length', 'transfer-encoding'])

/**
 * Serves a request that offers to go on in another protocol than WebSocket as if it did not, which HTTP allows (RFC 9110, 7.8).
 * Java's client offers `h2c` with its first request. Node hands such a request over with what follows it unread, so it is read again,
 * once earlier requests are answered. (`shouldUpgradeCallback` of Node 22.21 and 24.9 goes on by itself, and loses requests that come in the
 * same piece.)
 */
export function serveWithoutUpgrade(
  server: Server,
  request: IncomingMessage,
  socket: Socket,
  head: Buffer,
  kept: Kept,
): void {
  readAhead(request, kept, (body) => {
    socket.unshift(
      Buffer.concat([
        Buffer.from(`${headWithoutOffer(request, body.length).join('\r\n')}\r\n\r\n`, 'latin1'),
        body,
        head,
      ]),
    )
    server.emit(isEncrypted(socket) ? 'secureConnection' : 'connection', socket)
  })
}

/** The body, where Node reads it before it hands the connection over, as Node 26 does; an older one leaves it on the connection. */
function readAhead(request: IncomingMessage, { limit, all }: Kept, then: (body: Buffer) => void): void {
  const message = { terminate: () => request.destroy() }
  const chunks: Buffer[] = []
  let size = 0
  request.on('data', (chunk: Buffer) => {
    if (size > limit) return
    size += chunk.length
    chunks.push(chunk)
    all.add(message, chunk.length)
  })
  request.once('close', () => all.end(message))
  request.once('end', () => {
    all.end(message)
    then(Buffer.concat(chunks))
  })
}

/** `read` bytes of the body were read already, and stand behind the head without the framing that they came in. */
function headWithoutOffer({ method, url, httpVersion, rawHeaders }: IncomingMessage, read: number): string[] {
  const lines = [`${method!} ${url!} HTTP/${httpVersion}`]
  const left = read > 0 ? framing : new Set<string>()
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!.toLowerCase()
    if (!offers.has(name) && !left.has(name)) lines.push(`${rawHeaders[i]!}: ${rawHeaders[i + 1]!}`)
  }
  return read > 0 ? [...lines, `content-length: ${read}`] : lines
}
