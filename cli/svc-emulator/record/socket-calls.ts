import {
  authenticatedCaller,
  type CallExchange,
  type RecordedCaller,
} from '../../../emulator/scenario/record/exchange.ts'
import { isObject } from '../../../emulator/engine/checking/is-object.ts'
import { losesNumber, shallowJson } from '../../../emulator/engine/checking/lost-number.ts'
import type { RecordedTraffic } from './recorder.ts'

/** Time limit of a replay. */
const DEFAULT_TIMEOUT_MS = 5_000

type RecordedAnswer = CallExchange['answer']

interface PendingCall {
  readonly id: unknown
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
}

/** Calls of one socket: pairs requests with answers. */
export class SocketCalls {
  #caller: RecordedCaller
  readonly #recorder: RecordedTraffic
  /** Pending calls by id, in order: a client may use an id twice. */
  readonly #waiting = new Map<string, ((answer: RecordedAnswer) => void)[]>()
  /** Frames from the target during a turn, passed on at its end. */
  #held: (() => void)[] | undefined
  #over = false

  constructor(caller: RecordedCaller, recorder: RecordedTraffic) {
    this.#caller = caller
    this.#recorder = recorder
  }

  /** Handles a frame for the target; `send` sends it. Calls are made one after another, as in a replay. */
  asked(text: string | undefined, send: () => void): void {
    const frame = text === undefined ? undefined : shallowJson(text)
    const calls = (Array.isArray(frame) && frame.length > 0 ? frame : [frame]).map(readCall)
    void this.#recorder.turn(async (settled) => {
      if (this.#over) return []
      this.#held ??= []
      const answers = calls.map((call) => (call === undefined ? undefined : this.#answerTo(call)))
      send()
      const exchanges: CallExchange[] = []
      for (const [index, call] of calls.entries()) {
        const answer = await answers[index]
        if (text !== undefined && losesNumber(text))
          this.#recorder.leaveOut(call?.method ?? 'a frame', 'it has a number that a double cannot hold')
        else if (call === undefined || answer === undefined)
          this.#recorder.leaveOut('a frame that is no call', 'it has no id or no named parameters')
        else exchanges.push(...this.#exchange(call, answer))
      }
      await settled().finally(() => this.#release())
      return exchanges
    })
  }

  /** Handles a frame of the target; `pass` passes it on. */
  answered(text: string | undefined, pass: () => void): void {
    if (this.#held === undefined) pass()
    else this.#held.push(pass)
    const frame = text === undefined ? undefined : shallowJson(text)
    for (const each of Array.isArray(frame) ? frame : [frame]) {
      if (isObject(each))
        this.#waiting.get(JSON.stringify(each['id']))?.[0]?.({
          outcome: 'answered',
          frame: each as NonNullable<RecordedAnswer['frame']>,
        })
    }
  }

  /** Handles the end of the target's socket. */
  ended(): void {
    this.#over = true
    this.#release()
    for (const settle of [...this.#waiting.values()].flat()) settle({ outcome: 'closed', frame: undefined })
  }

  #release(): void {
    const held = this.#held ?? []
    this.#held = undefined
    for (const pass of held) pass()
  }

  #answerTo({ id }: PendingCall): Promise<RecordedAnswer> {
    const key = JSON.stringify(id)
    return new Promise((resolve) => {
      const settle = (answer: RecordedAnswer): void => {
        clearTimeout(timer)
        const others = this.#waiting.get(key)?.filter((other) => other !== settle) ?? []
        if (others.length > 0) this.#waiting.set(key, others)
        else this.#waiting.delete(key)
        resolve(answer)
      }
      const timer = setTimeout(() => settle({ outcome: 'no_answer', frame: undefined }), DEFAULT_TIMEOUT_MS)
      this.#waiting.set(key, [...(this.#waiting.get(key) ?? []), settle])
    })
  }

  /** Turns a call into an exchange. Authentication is not a step: it changes the caller of later steps. */
  #exchange({ method, params }: PendingCall, answer: RecordedAnswer): CallExchange[] {
    if (method !== 'session.authenticate') return [{ kind: 'call', caller: this.#caller, method, params, answer }]
    if (answer.frame !== undefined && answer.frame.error === undefined)
      this.#caller = authenticatedCaller(params) ?? this.#caller
    return []
  }
}

function readCall(frame: unknown): PendingCall | undefined {
  if (!isObject(frame)) return undefined
  const { id, method, params = {} } = frame
  return id !== undefined && typeof method === 'string' && isObject(params) ? { id, method, params } : undefined
}
