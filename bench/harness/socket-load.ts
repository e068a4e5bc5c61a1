import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { keepAwake, type Load } from './http-load.ts'

/**
 * Keeps `connections` sockets busy with one message each at a time, for `milliseconds`. Frames are made once and answers read
 * no further than to their end, so that the load costs little beside what is measured.
 */
export async function socketLoad(port: number, path: string, message: string, milliseconds: number, connections = 50): Promise<Load> {
  const frame = maskedFrame(message)
  const sockets = await Promise.all(Array.from({ length: connections }, () => openRaw(port, path)))
  const started = performance.now()
  const until = started + milliseconds
  const counter = { answered: 0 }
  const stop = keepAwake()
  await Promise.all(sockets.map((socket) => drive(socket, frame, until, counter)))
  stop()
  return { requests: counter.answered, milliseconds: performance.now() - started }
}

/** A socket past its upgrade. */
export async function openRaw(port: number, path: string): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n`
    + 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nX-API-Key: svc-key-ada-admin\r\n\r\n')
  const [head] = await once(socket, 'data') as [Buffer]
  if (!head.toString('latin1').startsWith('HTTP/1.1 101')) throw new Error(`expected an upgrade, got: ${head.toString('latin1').slice(0, 300)}`)
  return socket
}

export function maskedFrame(message: string): Buffer {
  const payload = Buffer.from(message)
  const length = payload.length < 126 ? Buffer.from([0x80 | payload.length]) : Buffer.from([0xfe, payload.length >> 8, payload.length & 0xff])
  // A mask of zeros leaves the payload as it is.
  return Buffer.concat([Buffer.from([0x81]), length, Buffer.alloc(4), payload])
}

function drive(socket: Socket, frame: Buffer, until: number, counter: { answered: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    const reader = new FrameReader()
    const next = (): void => {
      if (performance.now() < until) {
        socket.write(frame)
        return
      }
      socket.destroy()
      resolve()
    }
    socket.on('error', reject)
    socket.on('data', (chunk: Buffer) => {
      if (!reader.push(chunk)) return
      counter.answered++
      next()
    })
    next()
  })
}

/** Finds the end of one text frame that is not masked. */
export class FrameReader {
  #missing = -1

  /** Whether the frame is complete with this chunk. */
  push(chunk: Buffer): boolean {
    if (this.#missing < 0) {
      if (chunk[0] !== 0x81) throw new Error(`expected a text frame, got opcode ${chunk[0]}`)
      this.#missing = frameLength(chunk)
    }
    this.#missing -= chunk.length
    if (this.#missing > 0) return false
    this.#missing = -1
    return true
  }
}

function frameLength(head: Buffer): number {
  const short = head[1]!
  if (short < 126) return short + 2
  return short === 126 ? head.readUInt16BE(2) + 4 : Number(head.readBigUInt64BE(2)) + 10
}
