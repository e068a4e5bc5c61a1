import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'

/** What began and is not whole: the message of a connection, or the body of a request. */
interface Unfinished {
  terminate(): void
}

/** Bounds what clients can make a server hold by never ending what they send. */
export class UnfinishedMessages {
  readonly #held = new Map<Unfinished, number>()
  readonly #max: number
  #total = 0

  /** `max`: bytes, over all connections of a server. */
  constructor(max: number) {
    this.#max = max
  }

  /** Watches a connection until it is closed. */
  watch(socket: Socket, webSocket: WebSocket): void {
    const done = (): void => this.end(webSocket)
    // Before the library, which tells of a message while it reads its last bytes.
    socket.prependListener('data', (bytes: Buffer) => this.add(webSocket, bytes.length))
    webSocket.on('message', done).on('ping', done).on('pong', done).on('close', done)
  }

  /** So many further bytes of it are held. Where all together are too many, the largest is cut. */
  add(message: Unfinished, bytes: number): void {
    this.#held.set(message, (this.#held.get(message) ?? 0) + bytes)
    this.#total += bytes
    if (this.#total <= this.#max) return
    const [largest] = [...this.#held].reduce((a, b) => (b[1] > a[1] ? b : a))
    this.end(largest)
    largest.terminate()
  }

  /** It is whole, or gone. */
  end(message: Unfinished): void {
    this.#total -= this.#held.get(message) ?? 0
    this.#held.delete(message)
  }
}
