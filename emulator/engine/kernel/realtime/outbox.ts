import type { CannotShow } from '../../faults/definition.ts'
import { planBatch, planFrame } from '../../faults/plan.ts'
import type { Fault } from '../../faults/registry.ts'
import type { SocketDelivery, SocketEnd } from '../../faults/socket-delivery.ts'
import type { Client } from '../wire.ts'
import type { Connection } from './connection.ts'
import type { CallAnswer } from './rpc.ts'

/** An answer on its way. */
interface Queued {
  readonly delivery: SocketDelivery
  /** Clients that wait for it. */
  readonly clients: readonly (Client | undefined)[]
}

/** Queue of the answers that leave a socket, in order. A delayed answer holds up those behind it. */
export class Outbox {
  readonly #connection: Connection
  #over = false
  /** A delayed answer and those behind it; undefined while none is delayed. */
  #queue: Queued[] | undefined
  /** Frames that wait for another answer to go first. */
  #kept: readonly string[] = []

  constructor(connection: Connection) {
    this.#connection = connection
  }

  get over(): boolean {
    return this.#over
  }

  end(): void {
    this.#over = true
    for (const queued of this.#queue ?? []) end(queued, true)
    this.#queue = undefined
  }

  close(code: number, reason: string): void {
    if (!this.#over) this.#connection.close(code, reason)
  }

  /** Sends an answer with its faults. `text` is undefined where there is nothing to answer. */
  send(text: string | undefined, faults: readonly Fault[] = [], client?: Client): void {
    this.#push({ delivery: planFrame(text, faults), clients: [client] })
  }

  /** Sends the answers of a batch as one frame. */
  sendBatch(answers: readonly CallAnswer[], join: (texts: readonly string[]) => string | undefined): void {
    this.#push({ delivery: planBatch(answers, join), clients: answers.map(({ client }) => client) })
  }

  #push(queued: Queued): void {
    if (this.#over) end(queued, true)
    else if (this.#queue === undefined) this.#start(queued)
    else this.#queue.push(queued)
  }

  /** Waits as long as its faults say, then sends. */
  #start(queued: Queued): void {
    const { wait } = this.#connection
    const { delivery } = queued
    if (delivery.delayMs === 0 || !isShown(wait)) {
      this.#deliver(queued)
      return
    }
    this.#queue = [queued]
    wait.call(this.#connection, delivery.delayMs, () => {
      if (this.#over) return
      const waiting = this.#queue!.slice(1)
      this.#queue = undefined
      this.#deliver(queued)
      for (const each of waiting) this.#push(each)
    })
  }

  #deliver(queued: Queued): void {
    const { frames, afterNext, end: cut } = queued.delivery
    if (afterNext) this.#kept = [...this.#kept, ...frames]
    else if (frames.length > 0) {
      for (const frame of [...frames, ...this.#kept]) this.#connection.send(frame)
      this.#kept = []
    }
    end(queued, false)
    if (cut !== undefined) this.#cut(cut)
  }

  #cut(end: SocketEnd): void {
    // Calls that the client has sent by now are neither read nor answered, as on a connection that is gone.
    this.end()
    const connection = this.#connection
    if (end.by === 'close') connection.close(end.code, end.reason)
    else if (end.by === 'reset' && isShown(connection.reset)) connection.reset()
    else if (isShown(connection.abort)) connection.abort()
    else connection.close(1011, end.by)
  }
}

function end({ clients }: Queued, left: boolean): void {
  for (const client of clients) client?.end(left)
}

function isShown<Power>(power: Power | CannotShow | undefined): power is Exclude<Power, CannotShow | undefined> {
  return typeof power === 'function'
}
