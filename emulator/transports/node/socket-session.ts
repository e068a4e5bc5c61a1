import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { RawData, WebSocket } from 'ws'
import type { Emulator } from '../../host/emulator.ts'
import type { Connection } from '../../kernel/realtime/connection.ts'

/** Answers that may wait for a slow client, in bytes. Beyond that nothing more is read from it until they are gone. */
const MAX_BUFFERED = 1024 * 1024

/** Connects a socket with the emulator. */
export function serveSocket(emulator: Emulator, url: string, request: IncomingMessage, socket: Socket, webSocket: WebSocket): void {
  const flow = new Flow(socket, webSocket)
  const session = emulator.connect(connectionOf(url, request, socket, webSocket, flow))
  flow.receive = (data) => session.receive(data)
  webSocket.on('message', (data, isBinary) => flow.arrived(data, isBinary))
  webSocket.on('close', () => session.closed())
  // The library answers a broken frame itself: 1002, 1007 or 1009.
  webSocket.on('error', () => {})
}

function connectionOf(url: string, request: IncomingMessage, socket: Socket, webSocket: WebSocket, flow: Flow): Connection {
  return {
    url,
    headers: request.rawHeaders,
    send: (text, bytes) => flow.send(text, bytes),
    close: (code, reason) => webSocket.close(code, reason),
    abort: () => webSocket.terminate(),
    reset: () => socket.resetAndDestroy(),
    wait: (milliseconds, then) => setTimeout(then, milliseconds).unref(),
  }
}

/** Bounds what a client can make us hold: one that does not read is not read from. */
class Flow {
  receive: (data: string | Uint8Array) => void = () => {}
  readonly #socket: Socket
  readonly #webSocket: WebSocket
  /** Messages that had been read already when reading stopped; undefined while it goes on. */
  #held: (string | Uint8Array)[] | undefined

  constructor(socket: Socket, webSocket: WebSocket) {
    this.#socket = socket
    this.#webSocket = webSocket
  }

  arrived(data: RawData, isBinary: boolean): void {
    const message = isBinary ? data as Buffer : (data as Buffer).toString()
    if (this.#held === undefined) this.receive(message)
    else this.#held.push(message)
  }

  send(text: string, bytes?: number): void {
    const socket = this.#socket
    // Nothing may follow a close frame.
    if (this.#webSocket.readyState !== OPEN) return
    if (socket.writableLength + text.length <= MAX_BUFFERED || this.#held !== undefined) {
      writeFrame(socket, text, bytes)
      return
    }
    this.#held = []
    this.#webSocket.pause()
    writeFrame(socket, text, bytes, () => this.#resume())
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

const OPEN = 1

/**
 * Writes a text frame in one piece (RFC 6455, 5.2). The library would write head and text apart, from a copy of the text, which
 * costs a tenth of a message; without compression nothing of its own can come between.
 */
function writeFrame(socket: Socket, text: string, bytes?: number, written?: () => void): void {
  const length = bytes ?? Buffer.byteLength(text)
  // Text that is all ASCII needs no copy: it is written as it is.
  if (length === text.length) socket.write(frameHead(length) + text, 'latin1', written)
  else socket.write(Buffer.concat([Buffer.from(frameHead(length), 'latin1'), Buffer.from(text)]), written)
}

/** One character for each byte. */
function frameHead(length: number): string {
  if (length < 126) return String.fromCharCode(0x81, length)
  if (length < 0x1_0000) return String.fromCharCode(0x81, 126, length >> 8, length & 0xff)
  return String.fromCharCode(0x81, 127, 0, 0, 0, 0, length >>> 24, (length >> 16) & 0xff, (length >> 8) & 0xff, length & 0xff)
}
