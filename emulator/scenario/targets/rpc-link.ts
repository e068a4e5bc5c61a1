/** Calls of JSON-RPC 2.0 over a text socket, with an eye on everything that is not as it should be. */
import { parseAsWritten } from '../../engine/checking/lost-number.ts'
import type { TargetWire, WireEvents } from './target.ts'
import type { Timers } from '../../host/real-timers.ts'

export interface LinkAnswer {
  outcome: 'answered' | 'no_answer' | 'closed' | 'cut'
  reason?: string
  /** `{result}` or `{error}` of the first answer. */
  frame:
    | { result?: unknown; error?: { code: number; message: string; data?: { error?: string; limit?: unknown } } }
    | undefined
  /** How many answers carried the id of the call. */
  answers: number
  strays: number
  close: { code: number; reason: string } | undefined
  /** Counts frames on this socket: which one was the first answer. */
  arrival: number
}

interface LinkPatience {
  /** Real milliseconds. */
  timeout: number
  /** Goes on waiting until so many answers and strays have come. */
  answers: number
  strays: number
}

interface PendingAnswer {
  answer: LinkAnswer
  patience: LinkPatience
  settle: () => void
}

/** How a socket came to its end. */
interface EndedLink {
  outcome: 'closed' | 'no_answer'
  reason: string
  close: LinkAnswer['close']
}

/** One socket of one caller. */
export class RpcLink implements WireEvents {
  readonly #timers: Timers
  #wire: TargetWire | undefined
  #next = 1
  #frames = 0
  #ended: EndedLink | undefined
  readonly #pending = new Map<number, PendingAnswer>()
  /** Unexpected frames. */
  readonly surplus: string[] = []

  constructor(timers: Timers) {
    this.#timers = timers
  }

  opened(wire: TargetWire): void {
    this.#wire = wire
  }

  get usable(): boolean {
    return this.#ended === undefined
  }

  /** Sends a call and waits for its answer, for the socket's end or for the timeout. Never rejects. */
  call(method: string, params: unknown, patience: LinkPatience): Promise<LinkAnswer> {
    const id = this.#next++
    const answer: LinkAnswer = {
      outcome: 'no_answer',
      frame: undefined,
      answers: 0,
      strays: 0,
      close: undefined,
      arrival: 0,
    }
    return new Promise((resolve) => {
      const callOff = this.#timers.after(patience.timeout, () => pending.settle())
      const settle = (): void => {
        callOff()
        this.#pending.delete(id)
        if (answer.outcome === 'no_answer') answer.reason ??= `no answer within ${patience.timeout} ms`
        resolve(answer)
      }
      const pending: PendingAnswer = { answer, patience, settle }
      this.#pending.set(id, pending)
      if (this.#ended) this.#end(pending)
      else this.#wire?.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
    })
  }

  /** Sends a notification, which has no answer. A frame for it counts as unexpected. */
  notify(method: string, params: unknown): void {
    this.#wire?.send(JSON.stringify({ jsonrpc: '2.0', method, params }))
  }

  text(text: string): void {
    this.#frames++
    const frame = parse(text)
    const id = frame?.['id']
    const pending = typeof id === 'number' ? this.#pending.get(id) : undefined
    if (pending && frame?.['jsonrpc'] !== '2.0') return this.#cut(pending, 'the answer is not JSON-RPC 2.0')
    if (pending) return this.#answered(pending, frame as LinkAnswer['frame'])
    const waiting = [...this.#pending.values()].find(({ patience, answer }) => answer.strays < patience.strays)
    if (!waiting) {
      if (frame === undefined) for (const other of this.#pending.values()) this.#cut(other, 'the answer is not JSON')
      else this.surplus.push(text)
      return
    }
    waiting.answer.strays++
    this.#maybeSettle(waiting)
  }

  closed(code: number, reason: string): void {
    this.#finish({
      outcome: 'closed',
      reason: `the socket was closed with ${code}${reason ? ` ${reason}` : ''}`,
      close: { code, reason },
    })
  }

  failed(reason: string): void {
    this.#finish({ outcome: 'no_answer', reason, close: undefined })
  }

  close(): void {
    this.#ended ??= { outcome: 'closed', reason: 'the replay closed the socket', close: undefined }
    this.#wire?.close()
  }

  #answered(pending: PendingAnswer, frame: LinkAnswer['frame']): void {
    const { answer } = pending
    if (answer.answers === 0) Object.assign(answer, { outcome: 'answered', frame, arrival: this.#frames })
    answer.answers++
    this.#maybeSettle(pending)
  }

  #maybeSettle({ answer, patience, settle }: PendingAnswer): void {
    if (answer.answers >= patience.answers && answer.strays >= patience.strays) settle()
  }

  /** Ends a pending call by a frame that is no JSON, or not of the protocol, since it can only be its answer. */
  #cut({ answer, settle }: PendingAnswer, reason: string): void {
    Object.assign(answer, { outcome: 'cut', reason })
    settle()
  }

  #finish(ended: EndedLink): void {
    this.#ended ??= ended
    for (const pending of this.#pending.values()) this.#end(pending)
  }

  #end({ answer, settle }: PendingAnswer): void {
    const { outcome, reason, close } = this.#ended ?? { outcome: 'no_answer', reason: 'no socket', close: undefined }
    if (answer.answers === 0) Object.assign(answer, { outcome, reason })
    answer.close = close
    settle()
  }
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const frame = parseAsWritten(text)
    return typeof frame === 'object' && frame !== null ? (frame as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
