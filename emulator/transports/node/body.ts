import { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

/** A request that hands the pieces of its body to one reader, as they come (docs/decisions/0113). */
export interface Incoming extends IncomingMessage {
  /** Takes each piece, and null at the end. A body that nobody reads is thrown away. */
  reader: ((piece: Buffer | null) => void) | undefined
}

type IncomingClass = typeof IncomingMessage & (new (socket: Socket) => Incoming)

let incoming: IncomingClass | undefined

/** The class of requests, for `createServer`. Made by the first server: a program that starts none need not load `node:http`. */
export function incomingClass(): IncomingClass {
  return (incoming ??= createIncomingClass())
}

function createIncomingClass(): IncomingClass {
  class WithReader extends IncomingMessage implements Incoming {
    reader: Incoming['reader'] = undefined

    override push(piece: Buffer | null): boolean {
      this.reader?.(piece)
      return true
    }

    /** Node calls it at the end of an answer, for what nobody read: nothing is left. */
    override resume(): this {
      return this
    }
  }
  // Else Node waits for the event `end` before it lets go of a request. Its types have a property here, which no class may override with a getter.
  Object.defineProperty(WithReader.prototype, 'readableEnded', { get(this: IncomingMessage) { return this.complete } })
  return WithReader
}

export interface ReadBody {
  readonly body: Uint8Array | null
  readonly tooLarge: boolean
}

/** Most that is read and thrown away so that a client can finish sending and read the refusal. */
const MAX_DRAINED = 256 * 1024 * 1024

/**
 * Reads a body of at most `limit()` bytes. Beyond that nothing is kept, but reading goes on: a client that is still
 * sending when the answer comes would see a broken connection in its place.
 */
export function readBody(request: Incoming, small: number, limit: () => number, done: (read: ReadBody) => void): void {
  const chunks: Buffer[] = []
  let size = 0
  let most = small
  let tooLarge = false
  request.reader = (chunk) => {
    if (chunk === null) {
      done({ body: joined(chunks, tooLarge), tooLarge })
      return
    }
    size += chunk.length
    if (tooLarge) {
      if (size > MAX_DRAINED) request.destroy()
      return
    }
    if (size > most) {
      most = Math.max(small, limit())
      tooLarge = size > most
    }
    if (tooLarge) chunks.length = 0
    else chunks.push(chunk)
  }
}

function joined(chunks: readonly Buffer[], tooLarge: boolean): Uint8Array | null {
  if (tooLarge || chunks.length === 0) return null
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
}
