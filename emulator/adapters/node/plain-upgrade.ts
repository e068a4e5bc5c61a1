import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { isEncrypted } from './tls/is-encrypted.ts'

/** Headers that offer another protocol. */
const offers = new Set(['upgrade', 'connection', 'http2-settings'])
/** Headers that frame a body. */
const framing = new Set(['content-length', 'transfer-encoding'])

/**
 * Serves a request that offers a protocol other than WebSocket without an upgrade, which HTTP allows (RFC 9110, 7.8).
 * Java's client offers `h2c` with its first request. Node hands over the connection of such a request with the
 * following data unread, so that the request is parsed again once earlier ones are answered. (`shouldUpgradeCallback`
 * of Node 22.21 and 24.9 continues on its own, and loses requests in the same packet.) `limit`: bytes of a body that are kept,
 * plus one piece: enough for the refusal.
 */
export function serveWithoutUpgrade(
  server: Server,
  request: IncomingMessage,
  socket: Socket,
  head: Buffer,
  limit: number,
): void {
  readAhead(request, limit, (body) => {
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

/**
 * Reads the body if Node has consumed it before handing over the connection, as Node 26 does. Older versions leave it
 * on the connection.
 */
function readAhead(request: IncomingMessage, limit: number, then: (body: Buffer) => void): void {
  const chunks: Buffer[] = []
  let size = 0
  request.on('data', (chunk: Buffer) => {
    if (size > limit) return
    size += chunk.length
    chunks.push(chunk)
  })
  request.once('end', () => then(Buffer.concat(chunks)))
}

/**
 * Head of the request without the offer. `read` bytes of the body were already consumed and follow the head, without
 * their framing.
 */
function headWithoutOffer({ method, url, httpVersion, rawHeaders }: IncomingMessage, read: number): string[] {
  const lines = [`${method!} ${url!} HTTP/${httpVersion}`]
  const left = read > 0 ? framing : new Set<string>()
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!.toLowerCase()
    if (!offers.has(name) && !left.has(name)) lines.push(`${rawHeaders[i]!}: ${rawHeaders[i + 1]!}`)
  }
  return read > 0 ? [...lines, `content-length: ${read}`] : lines
}
