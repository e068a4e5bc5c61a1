import type { Emulator } from '../host/emulator.ts'
import { webSocketOf, type EmulatedSocketClass } from './in-process-socket.ts'
import { wait, yieldToTimers } from './real-time.ts'
import type { Limits, Outcome, Subject } from './subject.ts'
import { watchRejections } from './watch-rejections.ts'

/** What a function under test is given. */
export interface Run {
  /** Answers from the world of this run. */
  readonly fetch: typeof globalThis.fetch
  /** Opens sockets to it. */
  readonly WebSocket: EmulatedSocketClass
  readonly baseUrl: string
  readonly realtimeUrl: string
  /** The secret of a key of the world: the first that is `admin`. */
  readonly apiKey: string
  readonly emulator: Emulator
  /** Aborted when the run is over. */
  readonly signal: AbortSignal
}

export type SubjectFunction = (run: Run) => unknown

const BASE_URL = 'http://emulator.test/v1'
const REALTIME_URL = 'ws://emulator.test/v1/realtime'

/** Calls after which a subject gives way to timers: a loop of promises must end, and not hang the run. */
const CALLS_PER_TURN = 10

/** A client that is an async function: what it returns is its output, a rejection is a failure that it reports. */
export function functionSubject(subject: SubjectFunction, apiKey: string): Subject {
  return {
    name: subject.name || 'the subject',
    run: (world, limits) => new FunctionRun(world, limits, apiKey).of(subject),
  }
}

class FunctionRun {
  readonly #world: Emulator
  readonly #limits: Limits
  readonly #apiKey: string
  readonly #over = new AbortController()
  #calls = 0
  #stormed: () => void = () => {}

  constructor(world: Emulator, limits: Limits, apiKey: string) {
    this.#world = world
    this.#limits = limits
    this.#apiKey = apiKey
  }

  async of(subject: SubjectFunction): Promise<Outcome> {
    const { signal } = this.#over
    const rejections = watchRejections()
    const storm = new Promise<Outcome>((resolve) => {
      this.#stormed = () => resolve({ end: 'storm', output: undefined, said: `more than ${this.#limits.calls} calls` })
    })
    const late = wait(this.#limits.timeMs, signal).then((): Outcome => ({ end: 'hung', output: undefined, said: `not over after ${this.#limits.timeMs} ms` }))
    const ended = await Promise.race([this.#ended(subject), storm, late])
    // What was left behind rejects in the next turn.
    await yieldToTimers()
    this.#over.abort()
    const unhandled = rejections.stop()
    return unhandled === undefined ? ended : { end: 'crashed', output: ended.output, said: `unhandled rejection: ${unhandled}` }
  }

  async #ended(subject: SubjectFunction): Promise<Outcome> {
    const meter = () => this.#count()
    const run: Run = {
      fetch: (input, init) => this.#fetch(input, init), WebSocket: webSocketOf(this.#world, meter, this.#over.signal),
      baseUrl: BASE_URL, realtimeUrl: REALTIME_URL, apiKey: this.#apiKey, emulator: this.#world, signal: this.#over.signal,
    }
    try {
      return { end: 'succeeded', output: await subject(run), said: '' }
    } catch (error) {
      return { end: 'failed', output: undefined, said: describeError(error) }
    }
  }

  async #fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    if (!this.#count()) return new Promise(() => {})
    if (this.#calls % CALLS_PER_TURN === 0) await yieldToTimers()
    const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined)
    const either = signal == null ? this.#over.signal : AbortSignal.any([signal, this.#over.signal])
    return this.#world.fetch(new Request(input, { ...init, signal: either }))
  }

  #count(): boolean {
    this.#calls++
    if (this.#calls <= this.#limits.calls) return true
    this.#stormed()
    return false
  }
}

function describeError(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}
