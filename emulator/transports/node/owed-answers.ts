import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** Answers that a connection still owes to requests before an upgrade. */
const owed = new WeakMap<Duplex, Set<ServerResponse>>()

/** Remembers an answer until it has left, or its connection is gone. */
export function owe(response: ServerResponse): void {
  const { socket } = response.req
  let answers = owed.get(socket)
  if (answers === undefined) owed.set(socket, (answers = new Set()))
  answers.add(response)
  response.once('close', () => answers.delete(response))
}

/** Goes on once a connection owes nothing any more: answers leave in the order of the requests (RFC 9112, 9.3.2). */
export function onceAnswered(socket: Duplex, then: () => void): void {
  if (socket.destroyed) return
  const next = owed.get(socket)?.values().next().value
  if (next === undefined) then()
  else next.once('close', () => onceAnswered(socket, then))
}
