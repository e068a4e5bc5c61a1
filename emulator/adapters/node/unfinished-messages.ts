import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'

/** An unfinished message of a socket, or body of a request. */
interface Unfinished {
  terminate(): void
}

/** Limits the memory for input that clients never finish. */
export class UnfinishedMessages {
  readonly #held = new Map<Unfinished, number>()
  readonly #max: number
  #total = 0

  /** `max`: bytes over all connections of a server. */
  constructor(max: number) {
    this.#max = max
  }

  /** Watches a connection until it is closed. */
  watch(socket: Socket, webSocket: WebSocket): void {
    const done = (): void => this.end(webSocket)
    // Before the library's own listener, which emits a message as it reads its last bytes.
    socket.prependListener('data', (bytes: Buffer) => this.add(webSocket, bytes.length))
    webSocket.on('message', done).on('ping', done).on('pong', done).on('close', done)
  }

  /** Counts more bytes of a message. If all together are too many, the largest is cut. */
  add(message: Unfinished, bytes: number): void {
    this.#held.set(message, (this.#held.get(message) ?? 0) + bytes)
    this.#total += bytes
    if (this.#total <= this.#max) return
    const [largest] = [...this.#held].reduce((a, b) => (b[1] > a[1] ? b : a))
    this.end(largest)
    largest.terminate()
  }

  /** Forgets a message that is whole or gone. */
  end(message: Unfinished): void {
    this.#total -= this.#held.get(message) ?? 0
    this.#held.delete(message)
  }
}
