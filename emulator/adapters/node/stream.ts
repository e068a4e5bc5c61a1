import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { pipeline, Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { OpenStream, WireResponse, WireStream } from '../../engine/kernel/wire.ts'

/** A client that reads so much less than is written has gone to sleep; it may come back and ask for what it missed. */
const MAX_UNREAD_BYTES = 8 * 1024 * 1024

const open = new WeakMap<Server, Set<ServerResponse>>()

/** Sends an answer whose body is a stream. */
export function sendStream(wire: WireResponse, stream: WireStream, method: string, response: ServerResponse): void {
  response.sendDate = false
  response.writeHead(wire.status, wire.headers as string[])
  if (method === 'HEAD') {
    response.end()
    return
  }
  // A client that goes away ends it; nobody is left to be told.
  if ('pieces' in stream) pipeline(Readable.from(inTurns(stream.pieces), { highWaterMark: 1 }), response, () => {})
  else keepOpen(stream, response)
}

function keepOpen(stream: OpenStream, response: ServerResponse): void {
  track(response)
  const release = stream.open({
    write(text) {
      if (response.destroyed || response.writableEnded) return
      response.write(text)
      if (response.writableLength > MAX_UNREAD_BYTES) response.destroy()
    },
    end: () => response.end(),
  })
  if (response.destroyed) release()
  else response.once('close', release)
}

/** A piece in each turn of the event loop: a client that reads fast would have all of them made in one. */
async function* inTurns(pieces: Iterable<string>): AsyncGenerator<string, void, undefined> {
  for (const piece of pieces) {
    yield piece
    await setImmediate()
  }
}

/** Ends every stream of a server that is closing: none of them would end by itself. */
export function endStreams(server: Server): void {
  for (const response of open.get(server) ?? []) response.end()
}

function track(response: ServerResponse): void {
  const { server } = response.req.socket as Socket & { server?: Server }
  if (server === undefined) return
  let streams = open.get(server)
  if (streams === undefined) open.set(server, (streams = new Set()))
  streams.add(response)
  response.once('close', () => streams.delete(response))
}
