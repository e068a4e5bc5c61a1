import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** Answers that a connection still owes to requests before an upgrade. */
const owed = new WeakMap<Duplex, Set<ServerResponse>>()

/** Remembers an answer until it has left, or its connection is gone. Returns whether the connection owes others already. */
export function owe(response: ServerResponse): boolean {
  const { socket } = response.req
  let answers = owed.get(socket)
  if (answers === undefined) owed.set(socket, (answers = new Set()))
  const owesOthers = answers.size > 0
  answers.add(response)
  response.once('close', () => answers.delete(response))
  return owesOthers
}

/** Bytes of answers that may wait for a client which sends requests ahead. */
const MAX_UNREAD = 1024 * 1024

/** Goes on once a client has read most of what it was answered: each further answer may have a megabyte. Never where it has gone meanwhile. */
export function onceRead(socket: Duplex, then: () => void): void {
  const answers = [...(owed.get(socket) ?? [])]
  const [oldest] = answers
  const unread = answers.reduce((sum, { writableLength }) => sum + writableLength, 0)
  if (oldest === undefined || unread <= MAX_UNREAD) then()
  else if (!socket.destroyed) oldest.once('close', () => onceRead(socket, then))
}

/**
 * Goes on once a connection owes nothing any more: answers leave in the order of the requests (RFC 9112, 9.3.2). A request that broke off before its
 * end is owed none.
 */
export function onceAnswered(socket: Duplex, then: () => void): void {
  if (socket.destroyed) return
  for (const next of owed.get(socket) ?? []) {
    if (!next.req.complete) continue
    next.once('close', () => onceAnswered(socket, then))
    return
  }
  then()
}
