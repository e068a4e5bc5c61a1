import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { isEncrypted } from './tls/is-encrypted.ts'

/** Headers that offer another protocol. */
const offers = new Set(['upgrade', 'connection', 'http2-settings'])
/** Headers that say where a body ends. */
const framing = new Set(['content-length', 'transfer-encoding'])

/**
 * Serves a request that offers to go on in another protocol than WebSocket as if it did not, which HTTP allows (RFC 9110, 7.8).
 * Java's client offers `h2c` with its first request. Node hands such a request over with what follows it unread, so it is read again,
 * once earlier requests are answered. (`shouldUpgradeCallback` of Node 22.21 and 24.9 goes on by itself, and loses requests that come in the
 * same piece.) Of a body at most `limit` bytes and one piece more are kept: enough for the refusal.
 */
export function serveWithoutUpgrade(server: Server, request: IncomingMessage, socket: Socket, head: Buffer, limit: number): void {
  readAhead(request, limit, (body) => {
    socket.unshift(Buffer.concat([Buffer.from(`${headWithoutOffer(request, body.length).join('\r\n')}\r\n\r\n`, 'latin1'), body, head]))
    server.emit(isEncrypted(socket) ? 'secureConnection' : 'connection', socket)
  })
}

/** The body, where Node reads it before it hands the connection over, as Node 26 does; an older one leaves it on the connection. */
function readAhead(request: IncomingMessage, limit: number, then: (body: Buffer) => void): void {
  const chunks: Buffer[] = []
  let size = 0
  request.on('data', (chunk: Buffer) => {
    if (size <= limit) chunks.push(chunk)
    size += chunk.length
  })
  request.once('end', () => then(Buffer.concat(chunks)))
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
