import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** Answers that a connection still owes, oldest first, and requests that are not handled yet. */
interface Owed {
  readonly answers: Set<ServerResponse>
  /** In the order in which they came; without work as long as one is not whole. */
  readonly waiting: { work?: () => void }[]
}

const owed = new WeakMap<Duplex, Owed>()

/** Remembers an answer until it has left, or its connection is gone. */
function owe(response: ServerResponse): Owed {
  const { socket } = response.req
  const of = owed.get(socket) ?? { answers: new Set(), waiting: [] }
  owed.set(socket, of)
  of.answers.add(response)
  response.once('close', () => {
    of.answers.delete(response)
    if (!socket.destroyed) goOn(of)
  })
  return of
}

/** Bytes of answers that may wait for a client which sends requests ahead. */
const MAX_UNREAD = 1024 * 1024

/**
 * Has the requests of a connection handled in the order in which they came, and not ahead of answers that its client does not read. Call what
 * it returns when the request is whole.
 */
export function inOrder(response: ServerResponse): (work: () => void) => void {
  const of = owe(response)
  const request: Owed['waiting'][number] = {}
  of.waiting.push(request)
  return (work) => {
    request.work = work
    goOn(of)
  }
}

function goOn({ answers, waiting }: Owed): void {
  while (waiting[0]?.work !== undefined && countUnread(answers) <= MAX_UNREAD) waiting.shift()!.work!()
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
