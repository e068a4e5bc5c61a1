/** Refusals of input that never becomes a request, in the envelope of the API. */
import { METHODS, STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ErrorCode } from '../../contract/errors.ts'
import { shortened } from '../../contract/shortened.ts'
import { findLines, type WireResponse } from '../../engine/kernel/wire.ts'
import type { LimitObject } from '../../contract/api-error.ts'

/** Maximum of headers in a request. Node silently drops those beyond a bound of its own. */
const MAX_HEADERS = 1_000
/** Maximum of bytes in a head: Node's bound. */
const MAX_HEAD_BYTES = 16_384

function refusal(
  status: number,
  error: ErrorCode,
  message: string,
  headers: readonly string[] = [],
  limit?: LimitObject,
): WireResponse {
  const body = JSON.stringify({ status: 'failure', error, message: shortened(message), ...(limit && { limit }) })
  return { status, headers: ['content-type', 'application/json', ...headers], body }
}

const tooManyHeaders: WireResponse = refusal(
  431,
  'request_too_large',
  `The request has more than ${MAX_HEADERS} headers.`,
  ['connection', 'close'],
  { name: 'headers', max: MAX_HEADERS },
)

const severalHosts: WireResponse = refusal(400, 'invalid_request_body', 'The request has more than one Host header.', [
  'connection',
  'close',
])

/** Refuses a head that Node accepts: RFC 9112, 3.2 allows one Host at most. */
export function badHead(request: IncomingMessage): WireResponse | undefined {
  if (request.rawHeaders.length > MAX_HEADERS * 2) return tooManyHeaders
  return findLines(request.rawHeaders, 'host').length > 1 ? severalHosts : undefined
}

/** Refuses input that is not HTTP, arrives too slowly, or has a head beyond Node's limit. */
export function badHttp({
  code,
  message,
  rawPacket,
}: NodeJS.ErrnoException & { rawPacket?: Uint8Array }): WireResponse {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return refusal(431, 'request_too_large', `The request headers are larger than ${MAX_HEAD_BYTES} bytes.`, [], {
      name: 'header_bytes',
      max: MAX_HEAD_BYTES,
    })
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return refusal(
      408,
      'invalid_request_body',
      'The request did not arrive whole within the time that this server waits for one.',
    )
  return refusal(400, 'invalid_request_body', lowerCaseMethod(rawPacket) ?? `The request is not valid HTTP: ${message}`)
}

/** Names a method that a client sent as it was given, in lower case: fetch changes only some of them. */
function lowerCaseMethod(head: Uint8Array | undefined): string | undefined {
  const [, method = ''] = /^([A-Za-z]{1,10}) \//.exec(new TextDecoder('latin1').decode(head?.subarray(0, 12))) ?? []
  const upper = method.toUpperCase()
  if (method === upper || !METHODS.includes(upper)) return undefined
  return `'${method}' is no method of HTTP: write ${upper}, in upper case.`
}

/** Refuses an unencrypted request on an HTTPS port. */
export const plainHttp: WireResponse = refusal(
  400,
  'invalid_request_body',
  'This port speaks HTTPS, and the request came in plain HTTP: use https:// (wss:// for the realtime socket).',
)

/** Refuses any `Expect` but `100-continue` (RFC 9110, 10.1.1). */
export function expectationFailed({ headers }: IncomingMessage): WireResponse {
  return refusal(
    417,
    'invalid_request_body',
    `This server meets no expectation but '100-continue'; the request expects '${headers.expect ?? ''}'.`,
  )
}

/** Methods of the API, for `Allow`. */
export const ALL_METHODS = 'OPTIONS, HEAD, GET, POST, PUT, PATCH, DELETE'

/** Refuses CONNECT: the server is no proxy. */
export function noTunnel({ url = '' }: IncomingMessage): WireResponse {
  return refusal(405, 'method_not_allowed', `This server opens no tunnel (CONNECT) to '${url}'.`, [
    'allow',
    ALL_METHODS,
  ])
}

/** Refuses an upgrade that is not a valid WebSocket handshake (RFC 6455, 4.2.1), with the reason. */
export function badHandshake({ method, headers }: IncomingMessage, reason: string): WireResponse {
  if (method !== 'GET')
    return refusal(
      405,
      'method_not_allowed',
      `A WebSocket is opened with GET; this request used ${method ?? 'another method'}.`,
      ['allow', 'GET'],
    )
  const version = headers['sec-websocket-version']
  if (version !== '13' && version !== '8')
    return refusal(
      426,
      'invalid_request_body',
      `This server speaks version 13 of WebSocket; the request said '${version ?? ''}'.`,
      ['sec-websocket-version', '13, 8'],
    )
  return refusal(400, 'invalid_request_body', `The WebSocket handshake is not valid: ${reason}.`)
}

/** Writes an answer to a connection without a `ServerResponse`, and closes it. */
export function writeRefusal(socket: Duplex, { status, headers, body }: WireResponse): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Refused'}`,
    'connection: close',
    `content-length: ${Buffer.byteLength(body ?? '')}`,
  ]
  for (let i = 0; i < headers.length; i += 2)
    if (headers[i] !== 'connection') lines.push(`${headers[i]!}: ${headers[i + 1]!}`)
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  if (body === null) socket.end()
  else socket.end(body)
}

/** Sends an answer through a `ServerResponse`. */
export function sendRefusal(response: ServerResponse, { status, headers, body }: WireResponse): void {
  response.sendDate = false
  response.writeHead(status, ['content-length', String(Buffer.byteLength(body ?? '')), ...headers])
  response.end(body)
}
