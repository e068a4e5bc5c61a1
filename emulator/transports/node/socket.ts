import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { WebSocket, WebSocketServer } from 'ws'
import { Emulator } from '../../host/emulator.ts'
import { instanceOf } from '../../host/instance-of.ts'
import { REALTIME, refuseUpgrade, upgradeRequest } from '../../kernel/realtime/socket-credentials.ts'
import type { WireResponse } from '../../kernel/wire.ts'
import { addressedWorld } from '../../host/dispatch.ts'
import { offersWebSocket } from './node.ts'
import { serveWithoutUpgrade } from './plain-upgrade.ts'
import { serveSocket } from './socket-session.ts'
import { handle } from '../../host/dispatch.ts'

/** Frames beyond this are not read to their end: the connection closes with 1009. Smaller ones beyond the message limit are answered. */
const MAX_FRAME_BYTES = 16 * 1024 * 1024
/** A client that answers no ping within this time is gone, or so slow that nothing reaches it. */
const PING_EVERY_MS = 30_000
/** How long clients have to answer the close frame when the server stops. */
const CLOSE_WITHIN_MS = 1_000

/** Serves the realtime API of an emulator, and of the worlds beside it, on the sockets of a server. Returns what closes them all. */
export function attachRealtime(server: Server, emulator: Emulator): () => void {
  const open = new Set<WebSocket>()
  // Loaded by the first upgrade: most runs of a server open no socket.
  let loading: Promise<WebSocketServer> | undefined
  let stopHeartbeat: (() => void) | undefined
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    if (!offersWebSocket(request)) {
      serveWithoutUpgrade(server, request, socket, head)
      return
    }
    const accepted = accept(emulator, request)
    if ('refusal' in accepted) {
      void Promise.resolve(accepted.refusal).then((refusal) => refuse(socket, refusal))
      return
    }
    loading ??= createSocketServer()
    void loading.then((sockets) => sockets.handleUpgrade(request, socket, head, (webSocket) => {
      open.add(webSocket)
      stopHeartbeat ??= heartbeat(open)
      webSocket.on('close', () => open.delete(webSocket))
      serveSocket(accepted.emulator, accepted.url, request, socket, webSocket)
    }))
  })
  return () => {
    stopHeartbeat?.()
    closeAll(open)
  }
}

async function createSocketServer(): Promise<WebSocketServer> {
  const { WebSocketServer } = await import('ws')
  return new WebSocketServer({ noServer: true, clientTracking: false, maxPayload: MAX_FRAME_BYTES, perMessageDeflate: false })
}

type Accepted = { readonly emulator: Emulator; readonly url: string } | { readonly refusal: WireResponse | Promise<WireResponse> }

/** The world that a socket is for; or the answer that refuses it, in the envelope like any other. */
function accept(emulator: Emulator, { url = '/', rawHeaders, method = 'GET' }: IncomingMessage): Accepted {
  const addressed = addressedWorld(instanceOf(emulator), url)
  const path = addressed?.url.split('?', 1)[0]
  if (addressed === undefined || path !== REALTIME) return { refusal: handle(emulator, { method, url, headers: rawHeaders, body: null }) }
  const refusal = refuseUpgrade(addressed.instance.host, upgradeRequest(addressed.url, rawHeaders))
  return refusal === undefined ? { emulator: new Emulator(addressed.instance), url: addressed.url } : { refusal }
}

function refuse(socket: Socket, { status, headers, body }: WireResponse): void {
  const lines = [`HTTP/1.1 ${status} Refused`, 'connection: close', `content-length: ${Buffer.byteLength(body ?? '')}`]
  for (let i = 0; i < headers.length; i += 2) lines.push(`${headers[i]!}: ${headers[i + 1]!}`)
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  if (body === null) socket.end()
  else socket.end(body)
}

/** Pings every client now and then, and breaks with those that did not answer the ping before. */
function heartbeat(open: Set<WebSocket>): () => void {
  const silent = new WeakSet<WebSocket>()
  const timer = setInterval(() => {
    for (const webSocket of open) {
      if (silent.has(webSocket)) {
        webSocket.terminate()
        continue
      }
      silent.add(webSocket)
      webSocket.once('pong', () => silent.delete(webSocket))
      webSocket.ping()
    }
  }, PING_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}

function closeAll(open: Set<WebSocket>): void {
  for (const webSocket of open) webSocket.close(1001, 'the server is stopping')
  const timer = setTimeout(() => {
    for (const webSocket of open) webSocket.terminate()
  }, CLOSE_WITHIN_MS)
  timer.unref()
}
