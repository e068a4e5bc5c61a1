import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { RawData, WebSocket } from 'ws'
import type { Emulator } from '../../host/emulator.ts'
import type { SocketOpening } from '../../engine/world/settings.ts'
import type { TransportConnection } from '../../engine/kernel/realtime/connection.ts'
import { resetConnection } from './tls/raw-sockets.ts'

/** Answers that may wait for a slow client, in bytes. Beyond that nothing more is read from it until they are gone. */
const MAX_BUFFERED = 1024 * 1024

/** Bytes beyond which a client that does not read is cut off: what answers one message may be large, and more than that it will not catch up on. */
const MAX_UNREAD = 64 * 1024 * 1024

/** An upgrade that is not refused. */
export interface AcceptedSocket {
  readonly emulator: Emulator
  /** Without the prefix of its world. */
  readonly url: string
  readonly opening: SocketOpening
}

/** Connects a socket with the emulator. */
export function serveSocket(
  { emulator, url, opening }: AcceptedSocket,
  request: IncomingMessage,
  socket: Socket,
  webSocket: WebSocket,
): void {
  const flow = new Flow(webSocket)
  const session = emulator.connect({ ...openConnection(url, request, socket, webSocket, flow), opening })
  flow.receive = (data) => session.receive(data)
  webSocket.on('message', (data, isBinary) => flow.arrived(data, isBinary))
  webSocket.on('close', () => session.closed())
  // The library answers a broken frame itself: 1002, 1007 or 1009.
  webSocket.on('error', () => {})
}

function openConnection(
  url: string,
  request: IncomingMessage,
  socket: Socket,
  webSocket: WebSocket,
  flow: Flow,
): TransportConnection {
  return {
    url,
    headers: request.rawHeaders,
    send: (text) => flow.send(text),
    close: (code, reason) => webSocket.close(code, reason),
    abort: () => webSocket.terminate(),
    reset: () => resetConnection(socket),
    wait: (milliseconds, then) => void setTimeout(then, milliseconds).unref(),
  }
}

/** Bounds what a client can make us hold: one that does not read is not read from. */
class Flow {
  receive: (data: string | Uint8Array) => void = () => {}
  readonly #webSocket: WebSocket
  /** Messages that had been read already when reading stopped; undefined while it goes on. */
  #held: (string | Uint8Array)[] | undefined

  constructor(webSocket: WebSocket) {
    this.#webSocket = webSocket
  }

  arrived(data: RawData, isBinary: boolean): void {
    const message = isBinary ? (data as Buffer) : (data as Buffer).toString()
    if (this.#held === undefined) this.receive(message)
    else this.#held.push(message)
  }

  send(text: string): void {
    const webSocket = this.#webSocket
    // Nothing may follow a close frame.
    if (webSocket.readyState !== webSocket.OPEN) return
    if (webSocket.bufferedAmount + text.length > MAX_UNREAD) {
      webSocket.terminate()
      return
    }
    if (webSocket.bufferedAmount + text.length <= MAX_BUFFERED || this.#held !== undefined) {
      webSocket.send(text)
      return
    }
    this.#held = []
    webSocket.pause()
    webSocket.send(text, () => this.#resume())
  }

  #resume(): void {
    const held = this.#held ?? []
    this.#held = undefined
    while (held.length > 0 && this.#held === undefined) this.receive(held.shift()!)
    // Stopped again half way: what is left goes on waiting, in its order.
    if (this.#held !== undefined) this.#held = [...held, ...this.#held]
    else this.#webSocket.resume()
  }
}
