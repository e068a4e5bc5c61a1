import { connect, type Socket } from 'node:net'

/** Raw bytes of a request; `n` counts requests, for those that must differ. */
export type RequestBytes = (n: number) => string

export interface Load {
  readonly requests: number
  readonly milliseconds: number
}

/**
 * Keeps `connections` kept-alive connections busy with one request each at a time, for `milliseconds`.
 * It reads no more of an answer than where it ends, so that the load costs little beside what is measured.
 */
export async function httpLoad(port: number, request: RequestBytes, milliseconds: number, connections = 50): Promise<Load> {
  const started = performance.now()
  const until = started + milliseconds
  const counter = { n: 0, answered: 0 }
  const stop = keepAwake()
  await Promise.all(Array.from({ length: connections }, () => drive(port, request, until, counter)))
  stop()
  return { requests: counter.answered, milliseconds: performance.now() - started }
}

/** A load that slept between answers would have to be woken by each of them, and the kernel charges that to the server. */
export function keepAwake(): () => void {
  let awake = true
  const turn = (): void => {
    if (awake) setImmediate(turn)
  }
  turn()
  return () => {
    awake = false
  }
}

async function drive(port: number, request: RequestBytes, until: number, counter: { n: number; answered: number }): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await new Promise<void>((resolve, reject) => {
    const reader = new AnswerReader()
    const next = (): void => {
      if (performance.now() < until) socket.write(request(counter.n++))
      else end(socket, resolve)
    }
    socket.on('error', reject)
    socket.on('connect', next)
    socket.on('data', (chunk: Buffer) => {
      if (!reader.push(chunk)) return
      counter.answered++
      next()
    })
  })
}

function end(socket: Socket, resolve: () => void): void {
  socket.destroy()
  resolve()
}

/** Finds the end of an answer by its content-length, and refuses any but a 200. */
class AnswerReader {
  #missing = -1
  #head = ''

  /** Whether the answer is complete with this chunk. */
  push(chunk: Buffer): boolean {
    if (this.#missing >= 0) this.#missing -= chunk.length
    else this.#readHead(chunk)
    if (this.#missing !== 0) return false
    this.#missing = -1
    this.#head = ''
    return true
  }

  #readHead(chunk: Buffer): void {
    this.#head += chunk.toString('latin1')
    const end = this.#head.indexOf('\r\n\r\n')
    if (end < 0) return
    if (!this.#head.startsWith('HTTP/1.1 200')) throw new Error(`expected 200, got: ${this.#head.slice(0, 300)}`)
    const length = /content-length: (\d+)/i.exec(this.#head)
    if (length === null) throw new Error('the answer has no content-length')
    this.#missing = Number(length[1]) - (this.#head.length - end - 4)
  }
}
