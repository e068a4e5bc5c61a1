import { connect, type Socket } from 'node:net'

/** One client, with one connection at a time. */
export interface Client {
  /** The body of the last answer; empty before the first. */
  answer: string
  /** The bytes of the next request, made from the last answer where it matters. */
  next(answer: string): string
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

/** Every client keeps one connection busy with one request at a time, for `milliseconds`. An answer other than 200 ends the benchmark. */
export async function httpLoad(port: number, clients: readonly Client[], milliseconds: number): Promise<Load> {
  const started = performance.now()
  const until = started + milliseconds
  const stop = keepAwake()
  const answered = await Promise.all(clients.map((client) => drive(port, client, until)))
  stop()
  return { requests: answered.reduce((sum, each) => sum + each, 0), milliseconds: performance.now() - started }
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

function drive(port: number, client: Client, until: number): Promise<number> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  return new Promise((resolve, reject) => {
    const reader = new AnswerReader()
    let answered = 0
    socket.on('error', reject)
    socket.on('connect', () => socket.write(client.next(client.answer)))
    socket.on('data', (chunk: Buffer) => {
      const body = reader.push(chunk)
      if (body === undefined) return
      answered++
      client.answer = body
      if (performance.now() < until) socket.write(client.next(body))
      else end(socket, () => resolve(answered))
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
