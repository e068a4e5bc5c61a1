import type { Socket } from 'node:net'
import { setTimeout } from 'node:timers'
import type { RawData, WebSocket } from 'ws'
import type { WireRequest } from '../../engine/kernel/wire.ts'
import { Emulator } from '../../host/emulator.ts'
import type { Instance } from '../../host/instance.ts'
import type { SocketOpening } from '../../engine/world/settings.ts'
import type { TransportConnection } from '../../engine/kernel/realtime/connection.ts'
import { resetConnection } from './tls/raw-sockets.ts'

/** Bytes of answers that may wait for a slow client. Beyond that no more is read from it until they are sent. */
const MAX_BUFFERED = 1024 * 1024

/** An accepted upgrade. */
export interface AcceptedSocket {
  readonly instance: Instance
  /** The upgrade as the world reads it. */
  readonly request: WireRequest
  readonly opening: SocketOpening
}

/** Connects a socket with the emulator. */
export function serveSocket(
  { instance, request, opening }: AcceptedSocket,
  socket: Socket,
  webSocket: WebSocket,
): void {
  const flow = new Flow(webSocket)
  const connection = { ...openConnection(request, socket, webSocket, flow), opening }
  const session = new Emulator(instance).connect(connection)
  flow.receive = (data) => session.receive(data)
  webSocket.on('message', (data, isBinary) => flow.arrived(data, isBinary))
  webSocket.on('close', () => session.closed())
  // The library itself answers a broken frame, with 1002, 1007 or 1009.
  webSocket.on('error', () => {})
}

function openConnection(
  { url, headers }: WireRequest,
  socket: Socket,
  webSocket: WebSocket,
  flow: Flow,
): TransportConnection {
  return {
    url,
    headers,
    send: (text) => flow.send(text),
    close: (code, reason) => webSocket.close(code, reason),
    abort: () => webSocket.terminate(),
    reset: () => resetConnection(socket),
    wait: (milliseconds, then) => void setTimeout(then, milliseconds).unref(),
  }
}

/** Backpressure: stops reading from a client that does not read. */
class Flow {
  receive: (data: string | Uint8Array) => void = () => {}
  readonly #webSocket: WebSocket
  /** Messages that had already been read when reading stopped; undefined while it is on. */
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
    // No data may follow a close frame.
    if (webSocket.readyState !== webSocket.OPEN) return
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
    // Reading stopped again: the rest keeps waiting, in order.
    if (this.#held !== undefined) this.#held = [...held, ...this.#held]
    else this.#webSocket.resume()
  }
}
