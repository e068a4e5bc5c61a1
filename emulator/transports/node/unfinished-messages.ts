import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'

/** Bounds what clients can make a server hold by never ending their messages. */
export class UnfinishedMessages {
  readonly #held = new Map<WebSocket, number>()
  readonly #max: number
  #total = 0

  /** `max`: bytes, over all connections of a server (`bounds.unfinishedBytes`). */
  constructor(max: number) {
    this.#max = max
  }

  /** Watches a connection until it is closed. */
  watch(socket: Socket, webSocket: WebSocket): void {
    const done = (): void => this.#set(webSocket, 0)
    // Before the library, which tells of a message while it reads its last bytes.
    socket.prependListener('data', (bytes: Buffer) => this.#add(webSocket, bytes.length))
    webSocket.on('message', done).on('ping', done).on('pong', done)
    webSocket.on('close', () => {
      done()
      this.#held.delete(webSocket)
    })
  }

  #add(webSocket: WebSocket, bytes: number): void {
    this.#set(webSocket, (this.#held.get(webSocket) ?? 0) + bytes)
    if (this.#total <= this.#max) return
    const [largest] = [...this.#held].reduce((a, b) => (b[1] > a[1] ? b : a))
    this.#set(largest, 0)
    largest.terminate()
  }

  #set(webSocket: WebSocket, bytes: number): void {
    this.#total += bytes - (this.#held.get(webSocket) ?? 0)
    this.#held.set(webSocket, bytes)
  }
}
