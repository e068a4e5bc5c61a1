import type { CallExchange, RecordedCaller } from '../../../emulator/scenario/record/exchange.ts'
import { isObject } from '../../../emulator/engine/checking/is-object.ts'
import { shallowJson } from '../../../emulator/engine/checking/json-parts.ts'
import type { Recorder } from './recorder.ts'

/** The time limit of a replay. */
const DEFAULT_TIMEOUT_MS = 5_000

type Answer = CallExchange['answer']

interface Call {
  readonly id: unknown
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
}

/** The calls of one socket: pairs what was asked with what was answered. */
export class SocketCalls {
  #caller: RecordedCaller
  readonly #recorder: Recorder
  /** By id, in the order in which they were asked: nothing keeps a client from using one twice. */
  readonly #waiting = new Map<string, ((answer: Answer) => void)[]>()
  /** Frames of the target that come during a turn: passed on at its end. */
  #held: (() => void)[] | undefined
  #over = false

  constructor(caller: RecordedCaller, recorder: Recorder) {
    this.#caller = caller
    this.#recorder = recorder
  }

  /** A frame for the target; `send` sends it. One call after the other, as a replay does. */
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
        if (call === undefined || answer === undefined)
          this.#recorder.leaveOut('a frame that is no call with an id and named parameters')
        else exchanges.push(...this.#exchange(call, answer))
      }
      await settled().finally(() => this.#release())
      return exchanges
    })
  }

  /** A frame of the target; `pass` passes it on. */
  answered(text: string | undefined, pass: () => void): void {
    if (this.#held === undefined) pass()
    else this.#held.push(pass)
    const frame = text === undefined ? undefined : shallowJson(text)
    for (const each of Array.isArray(frame) ? frame : [frame]) {
      if (isObject(each))
        this.#waiting.get(JSON.stringify(each['id']))?.[0]?.({
          outcome: 'answered',
          frame: each as NonNullable<Answer['frame']>,
        })
    }
  }

  /** The target closed the socket. */
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

  #answerTo({ id }: Call): Promise<Answer> {
    const key = JSON.stringify(id)
    return new Promise((resolve) => {
      const settle = (answer: Answer): void => {
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

  /** Authenticating is no step: it changes the caller from then on. */
  #exchange({ method, params }: Call, answer: Answer): CallExchange[] {
    if (method !== 'session.authenticate') return [{ kind: 'call', caller: this.#caller, method, params, answer }]
    if (answer.frame !== undefined && answer.frame.error === undefined) this.#caller = callerIn(params) ?? this.#caller
    return []
  }
}

function readCall(frame: unknown): Call | undefined {
  if (!isObject(frame)) return undefined
  const { id, method, params = {} } = frame
  return id !== undefined && typeof method === 'string' && isObject(params) ? { id, method, params } : undefined
}

function callerIn({
  access_token: bearer,
  api_key: key,
}: Readonly<Record<string, unknown>>): RecordedCaller | undefined {
  if (typeof bearer === 'string') return { bearer }
  return typeof key === 'string' ? { api_key: key } : undefined
}
