import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { isEncrypted } from './tls/is-encrypted.ts'

/** Headers that offer another protocol. */
const offers = new Set(['upgrade', 'connection', 'http2-settings'])

/**
 * Serves a request that offers to go on in another protocol than WebSocket as if it did not, which HTTP allows (RFC 9110, 7.8).
 * Java's client offers `h2c` with its first request. Node hands such a request over with what follows it unread, so it is read again,
 * once earlier requests are answered. (Where `shouldUpgradeCallback` is false, a newer Node goes on by itself, and loses requests that come in
 * the same piece.)
 */
export function serveWithoutUpgrade(server: Server, request: IncomingMessage, socket: Socket, head: Buffer): void {
  const lines = [`${request.method!} ${request.url!} HTTP/${request.httpVersion}`]
  const { rawHeaders } = request
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (!offers.has(rawHeaders[i]!.toLowerCase())) lines.push(`${rawHeaders[i]!}: ${rawHeaders[i + 1]!}`)
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]))
  server.emit(isEncrypted(socket) ? 'secureConnection' : 'connection', socket)
}
