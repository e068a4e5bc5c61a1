import { STATUS_CODES, type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocket, WebSocketServer } from 'ws'
import { handedOn } from './handed-on.ts'
import { BASE } from './http-proxy.ts'
import { socketCaller } from '../../../emulator/scenario/record/exchange.ts'
import type { RecordedTraffic } from './recorder.ts'
import { SocketCalls } from './socket-calls.ts'

const LARGEST_FRAME = 64 * 1024 * 1024
/** Maximum of bytes in a refused upgrade's answer. */
const MAX_REFUSAL_BYTES = 1024 * 1024
const OPEN_WITHIN_MS = 10_000

/** Opens a socket to the target for each one that a client opens. */
export function socketProxy(realtimeUrl: string, recorder: RecordedTraffic) {
  // The subprotocol that the target chose, by the request of the client.
  const protocols = new WeakMap<IncomingMessage, string>()
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: LARGEST_FRAME,
    handleProtocols: (_offered, request) => protocols.get(request) ?? false,
  })
  const open = new Set<WebSocket>()
  return {
    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
      socket.on('error', () => socket.destroy())
      const asked = new URL(request.url ?? '/', 'http://proxy')
      const isOfApi = asked.pathname === `${BASE}/realtime`
      if (!isOfApi && recorder.everything !== true) return refuse(socket, 404, '')
      const target = dial(isOfApi ? realtimeUrl : new URL(realtimeUrl).origin + asked.pathname, request, asked)
      open.add(target.once('close', () => open.delete(target)))
      const gone = (): void => target.terminate()
      socket.once('close', gone)
      target.once('unexpected-response', (_request, response) => {
        recorder.leaveOut('a socket', `the target answered its upgrade with ${response.statusCode}`)
        passRefusalOn(response, socket)
      })
      const failed = (): void => refuse(socket, 502, '')
      target.once('error', failed)
      target.once('open', () => {
        target.off('error', failed)
        socket.off('close', gone)
        if (target.protocol !== '') protocols.set(request, target.protocol)
        server.handleUpgrade(request, socket, head, (client) => {
          open.add(client.once('close', () => open.delete(client)))
          if (recorder.everything === true) {
            recorder.leaveOut('a socket', 'calls over a socket')
            return join(client, target, passingOn)
          }
          join(client, target, new SocketCalls(socketCaller(request.headers, asked.searchParams), recorder))
        })
      })
    },
    close(): void {
      for (const each of open) each.terminate()
    },
  }
}

function dial(realtimeUrl: string, { headers, rawHeaders }: IncomingMessage, asked: URL): WebSocket {
  const url = new URL(realtimeUrl)
  for (const [name, value] of asked.searchParams) url.searchParams.append(name, value)
  const offered = headers['sec-websocket-protocol']?.split(',').map((name) => name.trim()) ?? []
  return new WebSocket(url, offered, {
    headers: handedOn(rawHeaders, (name) => name.startsWith('sec-websocket-')),
    maxPayload: LARGEST_FRAME,
    handshakeTimeout: OPEN_WITHIN_MS,
  })
}

/** Hands on each frame as it comes. */
const passingOn: Pick<SocketCalls, 'asked' | 'answered' | 'ended'> = {
  asked: (_text, send) => send(),
  answered: (_text, pass) => pass(),
  ended: () => undefined,
}

function join(client: WebSocket, target: WebSocket, calls: typeof passingOn): void {
  client.on('message', (data: Buffer, binary) =>
    calls.asked(binary ? undefined : data.toString('utf8'), () => target.send(data, { binary })),
  )
  target.on('message', (data: Buffer, binary) =>
    calls.answered(binary ? undefined : data.toString('utf8'), () => client.send(data, { binary })),
  )
  client.on('close', (code, reason) => end(target, code, reason))
  target.on('close', (code, reason) => {
    calls.ended()
    end(client, code, reason)
  })
  for (const each of [client, target]) each.on('error', () => each.terminate())
}

/** Closes a socket. The codes 1005 and 1006, for a missing code and a missing close frame, cannot be sent. */
function end(other: WebSocket, code: number, reason: Buffer): void {
  if (code === 1006) other.terminate()
  else if (code === 1005) other.close()
  else other.close(code, reason)
}

/** Reads a body up to a limit, and passes the refusal on. */
function passRefusalOn(response: IncomingMessage, socket: Duplex): void {
  let body = ''
  const done = (): void => {
    refuse(
      socket,
      response.statusCode ?? 502,
      body,
      handedOn(response.rawHeaders, (name) => name === 'content-length'),
    )
    response.destroy()
  }
  const timer = setTimeout(done, OPEN_WITHIN_MS)
  response.once('close', () => clearTimeout(timer))
  response
    .setEncoding('utf8')
    .once('end', done)
    .on('error', () => {})
    .on('data', (text: string) => {
      body += text
      if (body.length > MAX_REFUSAL_BYTES) done()
    })
}

function refuse(
  socket: Duplex,
  status: number,
  body: string,
  headers: Readonly<Record<string, readonly string[]>> = { 'content-type': ['application/json'] },
): void {
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    ...Object.entries(headers).flatMap(([name, values]) => values.map((value) => `${name}: ${value}`)),
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
    '',
    body,
  ]
  socket.end(lines.join('\r\n'))
}
