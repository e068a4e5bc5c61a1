import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { pipeline, Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { WireResponse, WireStream } from '../../engine/kernel/wire.ts'

/** Open-ended answers of a server, such as event streams. */
const following = new WeakMap<Server, Set<ServerResponse>>()

/**
 * Sends an answer whose body is a stream. Each piece is made once the client has read the previous ones, and none after
 * it has gone.
 */
export function sendStream(wire: WireResponse, stream: WireStream, method: string, response: ServerResponse): void {
  response.sendDate = false
  response.writeHead(wire.status, wire.headers as string[])
  if (method === 'HEAD') {
    response.end()
    return
  }
  const follows = Symbol.asyncIterator in stream
  if (follows) track(response)
  // A client that goes away ends the stream; there is no one left to report to.
  pipeline(Readable.from(follows ? stream : inTurns(stream), { highWaterMark: 1 }), response, () => {})
}

/** Yields one piece per turn of the event loop: for a fast client all pieces would be made in one turn. */
async function* inTurns(pieces: Iterable<string>): AsyncGenerator<string, void> {
  for (const piece of pieces) {
    yield piece
    await setImmediate()
  }
}

/** Ends the open-ended answers of a server that is closing. */
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
