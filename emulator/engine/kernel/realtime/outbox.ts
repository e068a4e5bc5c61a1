import type { CannotShow } from '../../faults/definition.ts'
import { planBatch, planFrame } from '../../faults/plan.ts'
import type { Fault } from '../../faults/registry.ts'
import type { SocketDelivery, SocketEnd } from '../../faults/socket-delivery.ts'
import type { Connection } from './connection.ts'
import type { CallAnswer } from './rpc.ts'

/** Queue of the answers that leave a socket, in order. A delayed answer holds up those behind it. */
export class Outbox {
  readonly #connection: Connection
  #over = false
  /** Answers behind a delayed one; undefined while none is delayed. */
  #queue: SocketDelivery[] | undefined
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
    this.#queue = undefined
  }

  close(code: number, reason: string): void {
    if (!this.#over) this.#connection.close(code, reason)
  }

  /** Sends an answer with its faults. `text` is undefined where there is nothing to answer. */
  send(text: string | undefined, faults: readonly Fault[] = []): void {
    this.#push(planFrame(text, faults))
  }

  /** Sends the answers of a batch as one frame. */
  sendBatch(answers: readonly CallAnswer[], join: (texts: readonly string[]) => string | undefined): void {
    this.#push(planBatch(answers, join))
  }

  #push(delivery: SocketDelivery): void {
    if (this.#over) return
    if (this.#queue === undefined) this.#start(delivery)
    else this.#queue.push(delivery)
  }

  /** Waits as long as its faults say, then sends. */
  #start(delivery: SocketDelivery): void {
    const { wait } = this.#connection
    if (delivery.delayMs === 0 || !isShown(wait)) {
      this.#deliver(delivery)
      return
    }
    this.#queue = []
    wait.call(this.#connection, delivery.delayMs, () => {
      if (this.#over) return
      const waiting = this.#queue!
      this.#queue = undefined
      this.#deliver(delivery)
      for (const each of waiting) this.#push(each)
    })
  }

  #deliver({ frames, afterNext, end }: SocketDelivery): void {
    if (afterNext) this.#kept = [...this.#kept, ...frames]
    else if (frames.length > 0) {
      for (const frame of [...frames, ...this.#kept]) this.#connection.send(frame)
      this.#kept = []
    }
    if (end !== undefined) this.#cut(end)
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

function isShown<Power>(power: Power | CannotShow | undefined): power is Exclude<Power, CannotShow | undefined> {
  return typeof power === 'function'
}
