import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { pipeline, Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { WireResponse, WireStream } from '../../engine/kernel/wire.ts'

/** Answers of a server that go on with what happens. */
const following = new WeakMap<Server, Set<ServerResponse>>()

/** Sends an answer whose body is a stream: a piece is made when the client has read those before it, and none once it is gone. */
export function sendStream(wire: WireResponse, stream: WireStream, method: string, response: ServerResponse): void {
  response.sendDate = false
  response.writeHead(wire.status, wire.headers as string[])
  if (method === 'HEAD') {
    response.end()
    return
  }
  const follows = Symbol.asyncIterator in stream
  if (follows) track(response)
  // A client that goes away ends it; nobody is left to be told.
  pipeline(Readable.from(follows ? stream : inTurns(stream), { highWaterMark: 1 }), response, () => {})
}

/** A piece in each turn of the event loop: for a client that reads fast all of them would be made in one. */
async function* inTurns(pieces: Iterable<string>): AsyncGenerator<string, void> {
  for (const piece of pieces) {
    yield piece
    await setImmediate()
  }
}

/** Ends every stream of a server that is closing which would not end by itself. */
export function endStreams(server: Server): void {
  for (const response of following.get(server) ?? []) response.end()
}

function track(response: ServerResponse): void {
  const { server } = response.req.socket as Socket & { server?: Server }
  if (server === undefined) return
  let streams = following.get(server)
  if (streams === undefined) following.set(server, (streams = new Set()))
  streams.add(response)
  response.once('close', () => streams.delete(response))
}
