import type { Connection } from './connection.ts'
import type { FaultKind, TransportFault } from '../faults.ts'
import type { CallAnswer } from './rpc.ts'

type Faults = readonly TransportFault[]

/** What leaves a socket, in order. A delayed answer holds up those behind it. */
export class Outbox {
  readonly #connection: Connection
  #over = false
  /** Answers behind one that is delayed; undefined while none is. */
  #queue: { readonly text: string; readonly faults: Faults }[] | undefined
  #queued = 0
  /** Answers that wait for another to go first. */
  #kept: string[] = []

  constructor(connection: Connection) {
    this.#connection = connection
  }

  get over(): boolean {
    return this.#over
  }

  end(): void {
    this.#over = true
    this.#queue = undefined
    this.#kept = []
  }

  close(code: number, reason: string): void {
    if (!this.#over) this.#connection.close(code, reason)
  }

  /** Sends an answer, or what its faults make of it. `text` is undefined where there is nothing to answer. */
  send(text: string | undefined, faults: Faults | undefined): void {
    if (text === undefined && faults === undefined) return
    if (faults === undefined && this.#queue === undefined && this.#kept.length === 0) this.#connection.send(text!)
    else this.#push(text ?? '', text === undefined ? only(faults ?? none, ['hold', ...cuts]) : (faults ?? none))
  }

  /**
   * Sends the answers of a batch as one frame. A fault of one call that concerns its own answer acts within the frame,
   * any other on the frame.
   */
  sendBatch(answers: readonly CallAnswer[], join: (texts: readonly string[]) => string | undefined): void {
    const texts: string[] = []
    const last: string[] = []
    for (const { text, faults = none } of answers) {
      if (text === undefined || has(faults, 'hold') || has(faults, 'lose_response')) continue
      const place = has(faults, 'reorder') ? last : texts
      place.push(text)
      if (has(faults, 'duplicate')) place.push(text)
    }
    const onFrame = answers.flatMap(({ faults = none }) => faults.filter(({ kind }) => !ownFaults.has(kind)))
    this.send(join([...texts, ...last]), onFrame.length === 0 ? undefined : onFrame)
  }

  #push(text: string, faults: Faults): void {
    if (this.#over) return
    if (this.#queue === undefined) {
      this.#start(text, faults)
      return
    }
    this.#queued += text.length
    // Whoever goes on calling behind a long delay is told to stop, before its answers fill the memory.
    if (this.#queued > MAX_QUEUED) this.close(1013, 'too many answers are waiting')
    else this.#queue.push({ text, faults })
  }

  /** Waits as long as its faults say, then sends. */
  #start(text: string, faults: Faults): void {
    const { wait } = this.#connection
    const delay = delayOf(text, faults)
    if (delay === 0 || wait === undefined) {
      this.#deliver(text, faults)
      return
    }
    this.#queue = []
    wait.call(this.#connection, delay, () => {
      if (this.#over) return
      const waiting = this.#queue ?? []
      this.#queue = undefined
      this.#queued = 0
      this.#deliver(text, faults)
      for (const each of waiting) this.#push(each.text, each.faults)
    })
  }

  #deliver(text: string, faults: Faults): void {
    if (has(faults, 'hold') || has(faults, 'lose_response')) return
    const cut = faults.find(({ kind }) => cuts.includes(kind))
    if (cut !== undefined) {
      this.#cut(cut)
      return
    }
    if (has(faults, 'reorder')) {
      this.#kept.push(text)
      return
    }
    const damaged = damage(text, faults)
    this.#connection.send(damaged)
    if (has(faults, 'duplicate')) this.#connection.send(damaged)
    const kept = this.#kept
    this.#kept = []
    for (const each of kept) this.#connection.send(each)
    if (has(faults, 'truncate')) this.#cut({ kind: 'drop' })
  }

  #cut(fault: TransportFault): void {
    // What the client has sent by now is neither read nor answered, as on a connection that is gone.
    this.end()
    const connection = this.#connection
    if (fault.kind === 'close') connection.close(fault.code, fault.reason)
    else if (fault.kind === 'reset' && connection.reset !== undefined) connection.reset()
    else if (connection.abort !== undefined) connection.abort()
    else connection.close(1011, fault.kind)
  }
}

/** UTF-16 units of answers that may wait behind a delayed one. */
const MAX_QUEUED = 16 * 1024 * 1024

const none: Faults = []
const cuts: readonly FaultKind[] = ['drop', 'reset', 'close', 'abort']
/** Faults that concern one answer, even in a batch; `unknown_id` is in its text already. */
const ownFaults: ReadonlySet<FaultKind> = new Set<FaultKind>(['hold', 'lose_response', 'duplicate', 'reorder', 'unknown_id'])

function has(faults: Faults, kind: FaultKind): boolean {
  return faults.some((fault) => fault.kind === kind)
}

function only(faults: Faults, kinds: readonly FaultKind[]): Faults {
  const kept = faults.filter(({ kind }) => kinds.includes(kind))
  return kept.some(({ kind }) => cuts.includes(kind)) ? kept : [{ kind: 'hold' }]
}

/** A frame cannot trickle: a slow answer comes whole, when its last byte would have. */
function delayOf(text: string, faults: Faults): number {
  let milliseconds = 0
  for (const fault of faults) {
    if (fault.kind === 'delay') milliseconds += fault.ms
    else if (fault.kind === 'slow') milliseconds += Math.round((text.length * 1000) / fault.bytes_per_second)
  }
  return milliseconds
}

function damage(text: string, faults: Faults): string {
  let damaged = text
  for (const fault of faults) {
    if (fault.kind === 'empty') damaged = ''
    else if (fault.kind === 'malformed') damaged = `${damaged.slice(0, -1)},`
    else if (fault.kind === 'truncate') damaged = damaged.slice(0, fault.bytes ?? Math.floor(damaged.length / 2))
  }
  return damaged
}
