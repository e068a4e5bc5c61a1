import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** Pending answers of a connection, oldest first, and requests that are not yet handled. */
interface Owed {
  /** Each with the listener for a client that leaves before it is whole. */
  readonly answers: Map<ServerResponse, (() => void) | undefined>
  /** In order of arrival; without `work` until the request is whole. */
  readonly waiting: { work?: () => void }[]
}

const owed = new WeakMap<Duplex, Owed>()

/** Tracks an answer until it was sent, or its connection is closed. */
function owe(response: ServerResponse): Owed {
  const { socket } = response.req
  const of = owed.get(socket) ?? { answers: new Map(), waiting: [] }
  owed.set(socket, of)
  of.answers.set(response, undefined)
  response.on('close', () => {
    const left = of.answers.get(response)
    of.answers.delete(response)
    if (!response.writableFinished) left?.()
  })
  return of
}

/** Calls `listener` if the client leaves before the last byte of the answer was handed over; at once if it has left. */
export function whenLeft(response: ServerResponse, listener: () => void): void {
  const answers = owed.get(response.req.socket)?.answers
  const first = answers?.get(response)
  if (response.destroyed) {
    if (!response.writableFinished) listener()
  } else if (first === undefined) answers?.set(response, listener)
  else
    answers?.set(response, () => {
      first()
      listener()
    })
}

/** Handles the requests of a connection in order of arrival. Call the returned function when the request is whole. */
export function inOrder(response: ServerResponse): (work: () => void) => void {
  const { waiting } = owe(response)
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
  for (const next of owed.get(socket)?.answers.keys() ?? []) {
    if (!next.req.complete) continue
    next.once('close', () => onceAnswered(socket, then))
    return
  }
  then()
}
