import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { bodyLimit } from '../../host/body-limit.ts'
import type { Emulator } from '../../host/emulator.ts'
import type { WireRequest, WireResponse } from '../../kernel/wire.ts'
import { limitDefaults } from '../../world/settings.ts'
import { readBody } from './body.ts'
import { sendFaulty } from './faults.ts'
import { sendStream } from './stream.ts'
import { handle } from '../../host/dispatch.ts'

/** A `node:http` server that answers from an emulator. It talks to the kernel directly and builds no Fetch objects. */
export function createNodeServer(emulator: Emulator): Server {
  const options = {
    // Node would answer a request without Host itself, and not in the envelope.
    requireHostHeader: false,
    // Idle connections stay: closing one by the machine's clock breaks the request of a client that uses it at that moment.
    keepAliveTimeout: 0,
    // From Node 24.9 on; before, plain-upgrade.ts does it.
    shouldUpgradeCallback: offersWebSocket,
  }
  const server = createServer(options, (request, response) => receive(emulator, request, response))
  server.on('clientError', refuseBadHttp)
  return server
}

/** Whether a request asks to go on as a WebSocket; an offer of any other protocol is served without it. */
export function offersWebSocket({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket'
}

function receive(emulator: Emulator, request: IncomingMessage, response: ServerResponse): void {
  const { method = 'GET', rawHeaders: headers } = request
  const url = originForm(request.url ?? '/')
  // What a GET or HEAD sends is thrown away.
  if (method === 'GET' || method === 'HEAD') {
    answer(emulator, { method, url, headers, body: null }, response)
    return
  }
  const limit = () => bodyLimit(emulator, method, url)
  readBody(request, limitDefaults.request_body_bytes, limit, ({ body, tooLarge }) => {
    answer(emulator, { method, url, headers, body, tooLarge }, response)
  })
}

/** Clients that talk to a proxy send the whole URL (RFC 9112, 3.2.2); a server has to accept it. */
function originForm(target: string): string {
  if (target.startsWith('/')) return target
  return /^https?:\/\/[^/?#]*(\/.*)?$/i.exec(target)?.[1] ?? target
}

function answer(emulator: Emulator, request: WireRequest, response: ServerResponse): void {
  const answered = handle(emulator, request)
  if (answered instanceof Promise) void answered.then((wire) => send(request.method, wire, response))
  else send(request.method, answered, response)
}

function send(method: string, wire: WireResponse, response: ServerResponse): void {
  if (wire.faults !== undefined) {
    sendFaulty(wire, method, response)
    return
  }
  if (wire.stream !== undefined) {
    sendStream(wire, wire.stream, method, response)
    return
  }
  const { body, headers, status } = wire
  // World time is the only time there is: the answer carries no Date of the machine.
  response.sendDate = false
  if (body === null) {
    response.writeHead(status, headers as string[]).end()
    return
  }
  response.writeHead(status, ['content-length', String(Buffer.byteLength(body)), ...headers])
  if (method === 'HEAD') response.end()
  else response.end(body)
}

/** What is not even HTTP, or has headers beyond Node's limit, is answered in the envelope all the same. */
function refuseBadHttp(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const overflow = error.code === 'HPE_HEADER_OVERFLOW'
  const body = JSON.stringify(
    overflow
      ? { status: 'failure', error: 'request_too_large', message: 'The request headers are larger than 16384 bytes.', limit: { name: 'header_bytes', max: 16384 } }
      : { status: 'failure', error: 'invalid_request_body', message: `The request is not valid HTTP: ${error.message}` },
  )
  const status = overflow ? '431 Request Header Fields Too Large' : '400 Bad Request'
  socket.end(`HTTP/1.1 ${status}\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
}
