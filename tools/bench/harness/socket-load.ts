import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { end, keepAwake, type Budget, type Client, type Load } from './http-load.ts'

/**
 * Every client keeps one socket busy with one message at a time, until `requests` were answered. Frames are written and read by hand, so that
 * the load costs little beside what is measured.
 */
export async function socketLoad(
  port: number,
  path: string,
  keyOf: (client: number) => string,
  clients: readonly Client[],
  requests: number,
): Promise<Load> {
  const sockets = await Promise.all(clients.map((_, client) => openRaw(port, path, keyOf(client))))
  const started = performance.now()
  const budget: Budget = { left: requests }
  const stop = keepAwake()
  await Promise.all(sockets.map((socket, client) => drive(socket, clients[client]!, budget)))
  stop()
  return { requests, milliseconds: performance.now() - started }
}

/** A socket past its upgrade. */
export async function openRaw(port: number, path: string, key: string): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n` +
      `Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nX-API-Key: ${key}\r\n\r\n`,
  )
  const [head] = (await once(socket, 'data')) as [Buffer]
  if (!head.toString('latin1').startsWith('HTTP/1.1 101'))
    throw new Error(`expected an upgrade, got: ${head.toString('latin1').slice(0, 300)}`)
  return socket
}

export function maskedFrame(message: string): Buffer {
  const payload = Buffer.from(message)
  const length =
    payload.length < 126
      ? Buffer.from([0x80 | payload.length])
      : Buffer.from([0xfe, payload.length >> 8, payload.length & 0xff])
  // A mask of zeros leaves the payload as it is.
  return Buffer.concat([Buffer.from([0x81]), length, Buffer.alloc(4), payload])
}

function drive(socket: Socket, client: Client, budget: Budget): Promise<void> {
  return new Promise((resolve, reject) => {
    const reader = new FrameReader()
    const next = (): void => {
      if (budget.left-- > 0) socket.write(maskedFrame(client.next(client.answer)))
      else end(socket, resolve)
    }
    socket.on('error', reject)
    socket.on('data', (chunk: Buffer) => {
      const text = reader.push(chunk)
      if (text === undefined) return
      client.answer = text
      next()
    })
    next()
  })
}

/** Reads text frames that are not masked, one at a time. */
export class FrameReader {
  #read: Buffer = Buffer.alloc(0)

  /** The text, when the frame is complete with this chunk. It holds a `result`: anything else ends the benchmark. */
  push(chunk: Buffer): string | undefined {
    this.#read = this.#read.length === 0 ? chunk : Buffer.concat([this.#read, chunk])
    if (this.#read[0] !== 0x81) throw new Error(`expected a text frame, got opcode ${this.#read[0]}`)
    if (this.#read.length < 10 && this.#read.length < headLength(this.#read)) return undefined
    const head = headLength(this.#read)
    if (this.#read.length < head + payloadLength(this.#read)) return undefined
    const text = this.#read.toString('latin1', head)
    if (!text.includes('"result"')) throw new Error(`expected a result, got: ${text.slice(0, 500)}`)
    this.#read = Buffer.alloc(0)
    return text
  }
}

function headLength(frame: Buffer): number {
  return frame[1]! < 126 ? 2 : frame[1] === 126 ? 4 : 10
}

function payloadLength(frame: Buffer): number {
  if (frame[1]! < 126) return frame[1]!
  return frame[1] === 126 ? frame.readUInt16BE(2) : Number(frame.readBigUInt64BE(2))
}
