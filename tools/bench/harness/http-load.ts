import { connect, type Socket } from 'node:net'

/** One client, with one connection at a time. */
export interface Client {
  /** The body of the last answer; empty before the first. */
  answer: string
  /** The bytes of the next request, made from the last answer where it matters. */
  next(answer: string): string
}

/** Requests that are still to be sent, by all clients together. */
export interface Budget {
  left: number
}

/** As many clients as connections. */
export function clients(count: number, make: (number: number) => Client['next']): Client[] {
  return Array.from({ length: count }, (_, number) => ({ answer: '', next: make(number) }))
}

export const CONNECTIONS = 50

export interface Load {
  readonly requests: number
  readonly milliseconds: number
}

/** Every client keeps one connection busy with one request at a time, until `requests` were answered. An answer other than 200 ends the benchmark. */
export async function httpLoad(port: number, clients: readonly Client[], requests: number): Promise<Load> {
  const started = performance.now()
  const budget: Budget = { left: requests }
  const stop = keepAwake()
  await Promise.all(clients.map((client) => drive(port, client, budget)))
  stop()
  return { requests, milliseconds: performance.now() - started }
}

/** A load that slept between answers would have to be woken by each of them, and the kernel charges that to the server. */
function keepAwake(): () => void {
  let awake = true
  const turn = (): void => {
    if (awake) setImmediate(turn)
  }
  turn()
  return () => {
    awake = false
  }
}

function drive(port: number, client: Client, budget: Budget): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  return new Promise((resolve, reject) => {
    const reader = new AnswerReader()
    socket.on('error', reject)
    const next = (): void => {
      if (budget.left-- > 0) socket.write(client.next(client.answer))
      else end(socket, resolve)
    }
    socket.on('connect', next)
    socket.on('data', (chunk: Buffer) => {
      const body = reader.push(chunk)
      if (body === undefined) return
      client.answer = body
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
  #text = ''
  #end = -1

  /** The body, when the answer is complete with this chunk. */
  push(chunk: Buffer): string | undefined {
    this.#text += chunk.toString('latin1')
    if (this.#end < 0) this.#readHead()
    if (this.#end < 0 || this.#text.length < this.#end) return undefined
    const body = this.#text.slice(this.#text.indexOf('\r\n\r\n') + 4)
    this.#text = ''
    this.#end = -1
    return body
  }

  #readHead(): void {
    const blank = this.#text.indexOf('\r\n\r\n')
    if (blank < 0) return
    if (!this.#text.startsWith('HTTP/1.1 200')) throw new Error(`expected 200, got: ${this.#text.slice(0, 500)}`)
    const length = /content-length: (\d+)/i.exec(this.#text)
    if (length === null) throw new Error(`the answer has no content-length: ${this.#text.slice(0, 500)}`)
    this.#end = blank + 4 + Number(length[1])
  }
}
