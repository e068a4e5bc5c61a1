import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** Answers that a connection still owes, oldest first, and what waits until more of them is read. */
interface Owed {
  readonly answers: Set<ServerResponse>
  readonly waiting: (() => void)[]
}

const owed = new WeakMap<Duplex, Owed>()

/** Remembers an answer until it has left, or its connection is gone. */
export function owe(response: ServerResponse): void {
  const { socket } = response.req
  let of = owed.get(socket)
  if (of === undefined) owed.set(socket, (of = { answers: new Set(), waiting: [] }))
  of.answers.add(response)
  response.once('close', () => {
    of.answers.delete(response)
    if (!socket.destroyed) goOn(of)
  })
}

/** Bytes of answers that may wait for a client which sends requests ahead. */
const MAX_UNREAD = 1024 * 1024

/**
 * Does the work of requests in their order: at once, but where a client has sent them ahead and does not read its answers. Never where it
 * has gone meanwhile.
 */
export function onceRead(socket: Duplex, work: () => void): void {
  const of = owed.get(socket)
  if (of === undefined) return
  of.waiting.push(work)
  goOn(of)
}

function goOn({ answers, waiting }: Owed): void {
  while (waiting.length > 0 && countUnread(answers) <= MAX_UNREAD) waiting.shift()!()
}

function countUnread(answers: ReadonlySet<ServerResponse>): number {
  let unread = 0
  for (const { writableLength } of answers) unread += writableLength
  return unread
}

/**
 * Goes on once a connection owes nothing any more: answers leave in the order of the requests (RFC 9112, 9.3.2). A request that broke off before its
 * end is owed none.
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
