import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Client } from '../../engine/kernel/wire.ts'

/** Pending answers of a connection, oldest first, and requests that are not yet handled. */
interface Owed {
  readonly answers: Set<ServerResponse>
  /** In order of arrival; without `work` until the request is whole. */
  readonly waiting: { work?: () => void }[]
}

const owed = new WeakMap<Duplex, Owed>()

/** Tracks an answer until it was sent, or its connection is closed; then tells its client. */
function owe(response: ServerResponse, client: Client): Owed {
  const { socket } = response.req
  const of = owed.get(socket) ?? { answers: new Set(), waiting: [] }
  owed.set(socket, of)
  of.answers.add(response)
  response.on('close', () => {
    of.answers.delete(response)
    client.end(!response.writableFinished)
  })
  return of
}

/** Handles the requests of a connection in order of arrival. Call the returned function when the request is whole. */
export function inOrder(response: ServerResponse, client: Client): (work: () => void) => void {
  const { waiting } = owe(response, client)
  const request: Owed['waiting'][number] = {}
  waiting.push(request)
  return (work) => {
    request.work = work
    while (waiting[0]?.work !== undefined) waiting.shift()!.work!()
  }
}

/**
 * Continues once a connection has no pending answers: they are sent in the order of the requests (RFC 9112, 9.3.2). A
 * request that broke off gets none.
 */
export function onceAnswered(socket: Duplex, then: () => void): void {
  if (socket.destroyed) return
  for (const next of owed.get(socket)?.answers ?? []) {
    if (!next.req.complete) continue
    next.once('close', () => onceAnswered(socket, then))
    return
  }
  then()
}
