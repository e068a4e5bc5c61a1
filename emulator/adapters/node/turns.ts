import type { Duplex } from 'node:stream'
import { onceRead } from './owed-answers.ts'

/** Requests of a connection that came ahead of answers. */
interface Queue {
  /** In the order in which they came; undefined for one that is not whole yet. */
  readonly slots: { work: (() => void) | undefined }[]
  isMoving: boolean
  /** The connection has not gone on in another protocol. */
  isHttp: boolean
}

const queues = new WeakMap<Duplex, Queue>()

/**
 * When a request of a connection is handled: at once, or where it came ahead of an answer (pipelined) in a turn of the event loop of its own. Node
 * hands over all requests of a piece of 64 KB in one turn, and others want to be served between them. It waits for a client that does not read its
 * answers. Meanwhile nothing more is read.
 *
 * Call it when the request comes; call what it returns when the request is whole.
 */
export function turnOf(socket: Duplex, isAhead: boolean): (work: () => void) => void {
  let queue = queues.get(socket)
  if (queue === undefined && !isAhead) return (work) => work()
  if (queue === undefined) queues.set(socket, (queue = { slots: [], isMoving: false, isHttp: true }))
  const slot: Queue['slots'][number] = { work: undefined }
  queue.slots.push(slot)
  const { slots } = queue
  return (work) => {
    slot.work = work
    if (slots[0] === slot) move(socket, queue)
  }
}

/** The connection goes on in another protocol, which reads for itself. */
export function leaveTurns(socket: Duplex): void {
  const queue = queues.get(socket)
  if (queue !== undefined) queue.isHttp = false
}

function move(socket: Duplex, queue: Queue): void {
  if (queue.isMoving) return
  queue.isMoving = true
  // Not at once: Node starts to read again with each request that it has parsed, to the end of the piece.
  process.nextTick(() => {
    if (queue.isHttp) socket.pause()
  })
  setImmediate(() =>
    onceRead(socket, () => {
      queue.isMoving = false
      queue.slots.shift()?.work?.()
      const [next] = queue.slots
      if (next === undefined) queues.delete(socket)
      if (next?.work === undefined) {
        if (queue.isHttp) socket.resume()
        return
      }
      move(socket, queue)
    }),
  )
}
