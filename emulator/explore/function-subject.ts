import type { Emulator } from '../host/emulator.ts'
import { webSocketOf, type EmulatedSocketClass } from './in-process-socket.ts'
import { yieldToTimers } from './real-time.ts'
import { RunMeter } from './run-meter.ts'
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

/** How a run reaches its world. */
export interface Reach {
  readonly baseUrl: string
  readonly realtimeUrl: string
  readonly fetch: typeof globalThis.fetch
  /** Runs the subject where its requests reach this world and no other. */
  isolated<R>(callback: () => R): R
  /** The run is over. */
  leave(): void
}

export type Open = (world: Emulator) => Promise<Reach>

const inProcess = (world: Emulator): Promise<Reach> => Promise.resolve({
  baseUrl: 'http://emulator.test/v1', realtimeUrl: 'ws://emulator.test/v1/realtime', fetch: world.fetch, isolated: (callback) => callback(), leave: () => {},
})

/** Calls after which a subject gives way to timers: a loop of promises must end, and not hang the run. */
const CALLS_PER_TURN = 10

/** A client that is an async function: what it returns is its output, a rejection is a failure that it reports. */
export function functionSubject(subject: SubjectFunction, apiKey: string, open: Open = inProcess): Subject {
  return {
    name: subject.name || 'the subject',
    async run(world, limits) {
      const reach = await open(world)
      try {
        return await reach.isolated(() => new FunctionRun(world, limits, apiKey, reach).of(subject))
      } finally {
        reach.leave()
      }
    },
  }
}

class FunctionRun {
  readonly #world: Emulator
  readonly #meter: RunMeter
  readonly #apiKey: string
  readonly #reach: Reach
  readonly #over = new AbortController()
  readonly #held = new Set<unknown>()
  /** One for each request, until the run is over: a body may still come. */
  readonly #open = new Set<AbortController>()
  #calls = 0

  constructor(world: Emulator, limits: Limits, apiKey: string, reach: Reach) {
    this.#world = world
    this.#meter = new RunMeter(world, limits)
    this.#apiKey = apiKey
    this.#reach = reach
  }

  async of(subject: SubjectFunction): Promise<Outcome> {
    const rejections = watchRejections()
    const exceeded = this.#meter.exceeded.then((how): Outcome => ({ ...how, output: undefined }))
    const ended = await Promise.race([this.#ended(subject), exceeded])
    this.#meter.stop()
    // What was left behind rejects in the next turn.
    await yieldToTimers()
    this.#over.abort()
    for (const controller of this.#open) controller.abort(this.#over.signal.reason)
    const unhandled = rejections.stop()
    return unhandled === undefined ? ended : { end: 'crashed', output: ended.output, said: `nobody handled ${unhandled}` }
  }

  async #ended(subject: SubjectFunction): Promise<Outcome> {
    const meter = () => this.#meter.count()
    const run: Run = {
      fetch: (input, init) => this.#fetch(input, init), WebSocket: webSocketOf(this.#world, meter, this.#over.signal),
      baseUrl: this.#reach.baseUrl, realtimeUrl: this.#reach.realtimeUrl, apiKey: this.#apiKey, emulator: this.#world, signal: this.#over.signal,
    }
    try {
      return { end: 'succeeded', output: await subject(run), said: '' }
    } catch (error) {
      return { end: 'failed', output: undefined, said: describeError(error) }
    }
  }

  async #fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    if (!this.#meter.count()) return new Promise(() => {})
    if (++this.#calls % CALLS_PER_TURN === 0) await yieldToTimers()
    const own = init?.signal ?? (input instanceof Request ? input.signal : undefined)
    const controller = this.#abortedWith(own)
    const request = new Request(input, { ...init, signal: controller.signal })
    // A request is told of an abort only as long as it lives, and so is the one that it was made of.
    const held = [input, request]
    this.#held.add(held)
    this.#open.add(controller)
    try {
      return await this.#reach.fetch(request)
    } finally {
      this.#held.delete(held)
    }
  }

  /** Aborted with the run, and with a signal of the subject's own. Not `AbortSignal.any`, whose signal is collected in Node 20 while someone waits for it. */
  #abortedWith(own: AbortSignal | null | undefined): AbortController {
    const controller = new AbortController()
    if (this.#over.signal.aborted) controller.abort(this.#over.signal.reason)
    if (own?.aborted) controller.abort(own.reason)
    else own?.addEventListener('abort', () => controller.abort(own.reason), { once: true })
    return controller
  }
}

function describeError(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}
