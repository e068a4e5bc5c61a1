import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { ServerOptions } from 'node:https'
import type { Duplex } from 'node:stream'
import { bodyLimit } from '../../host/body-limit.ts'
import type { Emulator } from '../../host/emulator.ts'
import { isBodiless } from '../../engine/faults/answer-body.ts'
import { Client, type WireRequest, type WireResponse } from '../../engine/kernel/wire.ts'
import { limitDefaults } from '../../engine/world/settings.ts'
import { readBody } from './body.ts'
import { asForwarded, isFromElsewhere } from './forwarded.ts'
import { sendFaulty } from './faults.ts'
import type { Guard } from './foreign-names.ts'
import { inOrder, onceAnswered } from './owed-answers.ts'
import {
  ALL_METHODS,
  badHead,
  badHttp,
  expectationFailed,
  noTunnel,
  plainHttp,
  sendRefusal,
  writeRefusal,
} from './refusals.ts'
import { sendStream } from './stream.ts'
import { isEncrypted } from './tls/is-encrypted.ts'
import { rawSocket, rememberRawSockets } from './tls/raw-sockets.ts'
import type { ServerTls } from './tls/server-tls.ts'
import { CONTROL, handle } from '../../host/dispatch.ts'

/**
 * Real milliseconds for a head, for a whole request, and between checks. Default: those of Node, 60 s, 300 s and 30 s.
 */
type Patience = Pick<ServerOptions, 'headersTimeout' | 'requestTimeout' | 'connectionsCheckingInterval'>

interface NodeServerOptions extends Patience {
  readonly tls?: Pick<ServerTls, 'cert' | 'key'> | undefined
  readonly guard?: Guard | undefined
  readonly behindProxy?: boolean
}

/** The emulator that a server answers from, and who may reach it. */
interface ServedBy {
  readonly emulator: Emulator
  readonly guard: Guard | undefined
  readonly behindProxy: boolean
}

/**
 * Creates a server of `node:http`, or with `tls` of `node:https`, that answers from an emulator. It calls the kernel
 * directly and builds no Fetch objects.
 */
export function createNodeServer(
  emulator: Emulator,
  { tls, guard, behindProxy = false, ...patience }: NodeServerOptions = {},
): Server {
  const options = {
    ...patience,
    // Node would refuse a request without Host itself, without our envelope.
    requireHostHeader: false,
    // Idle connections stay open: closing one by a timer breaks the request of a client that uses it at that moment.
    keepAliveTimeout: 0,
  }
  const server =
    tls === undefined ? createServer(options) : createSecureServer({ ...options, cert: tls.cert, key: tls.key })
  const served = { emulator, guard, behindProxy }
  server.on('request', (request: IncomingMessage, response: ServerResponse) => receive(served, request, response))
  // Headers are counted by us: Node silently drops those beyond its bound.
  server.maxHeadersCount = 0
  server.on('clientError', refuseBadHttp)
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    request.resume()
    sendRefusal(response, expectationFailed(request))
  })
  server.on('connect', (request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => socket.destroy())
    onceAnswered(socket, () => writeRefusal(socket, noTunnel(request)))
  })
  return server
}

/** Loads `node:https` on demand: most servers are plain. */
function createSecureServer(options: ServerOptions): Server {
  const server = process.getBuiltinModule('node:https').createServer(options)
  rememberRawSockets(server)
  server.on('tlsClientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code !== 'ERR_SSL_HTTP_REQUEST') return
    // After a failed handshake only the TCP connection below can be written to.
    const raw = rawSocket(socket)
    raw.on('error', () => raw.destroy())
    writeRefusal(raw, plainHttp)
  })
  return server
}

/** True if a request asks for an upgrade to WebSocket. Offers of other protocols are served without an upgrade. */
export function offersWebSocket({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket'
}

function receive(served: ServedBy, request: IncomingMessage, response: ServerResponse): void {
  const client = new Client()
  const whenWhole = inOrder(response, client)
  const bad = badHead(request)
  if (bad !== undefined) {
    request.resume()
    whenWhole(() => sendRefusal(response, bad))
    return
  }
  const arrived = readRequest(request, served.behindProxy)
  const { method, url, headers } = arrived
  if (url === '*' && method === 'OPTIONS') {
    request.resume()
    whenWhole(() => send(method, aboutServer, response))
    return
  }
  // The body of a GET or HEAD is discarded.
  if (method === 'GET' || method === 'HEAD') {
    whenWhole(() => answer(served, arrived, client, response))
    return
  }
  const limit = () => bodyLimit(served.emulator, method, url, headers)
  readBody(request, { small: limitDefaults.request_body_bytes, limit }, ({ body, tooLarge }) => {
    whenWhole(() => answer(served, { ...arrived, body, tooLarge }, client, response))
  })
}

/** The head of a request, as its client sent it to a server of its own. */
export function readRequest(request: IncomingMessage, behindProxy: boolean): WireRequest {
  const { method = 'GET', rawHeaders, socket } = request
  const url = originForm(request.url ?? '/')
  const direct = { headers: rawHeaders, secure: isEncrypted(socket) }
  const arrived = behindProxy ? asForwarded(direct) : direct
  const elsewhere = url.includes(CONTROL) && isFromElsewhere(socket.remoteAddress, rawHeaders)
  return { method, url, body: null, elsewhere, ...arrived }
}

/**
 * Reads the path from an absolute URL, which clients send to a proxy and a server has to accept (RFC 9112, 3.2.2). An
 * empty path is `/`.
 */
function originForm(target: string): string {
  if (target.startsWith('/')) return target
  const rest = /^(?:https?|wss?):\/\/[^/?#]*(.*)$/is.exec(target)?.[1] ?? target
  return rest === '' || rest.startsWith('?') ? `/${rest}` : rest
}

/** Answer to `OPTIONS *`, which asks about the server as a whole (RFC 9110, 9.3.7). */
const aboutServer: WireResponse = { status: 204, headers: ['allow', ALL_METHODS], body: null }

function answer({ emulator, guard }: ServedBy, request: WireRequest, client: Client, response: ServerResponse): void {
  const answered = guard?.(request) ?? handle(emulator, request, client)
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
  // Only world time is shown: the answer has no Date of the machine.
  response.sendDate = false
  response.writeHead(
    status,
    isBodiless(status) ? (headers as string[]) : ['content-length', String(Buffer.byteLength(body ?? '')), ...headers],
  )
  if (method === 'HEAD' || body === null) response.end()
  else response.end(body)
}

function refuseBadHttp(error: NodeJS.ErrnoException, socket: Duplex): void {
  // A failed handshake, as from a client that does not trust the certificate, leaves nothing to write on.
  if (error.code === 'ECONNRESET' || /^ERR_(?:SSL|TLS)_/.test(error.code ?? '')) socket.destroy()
  else if (!refused.has(socket)) {
    // Data after this is not HTTP either.
    refused.add(socket)
    onceAnswered(socket, () => writeRefusal(socket, badHttp(error)))
  }
}

const refused = new WeakSet<Duplex>()
