import type { Emulator } from '../../host/emulator.ts'
import { isFault, takesTime } from '../../engine/faults/registry.ts'
import { hostOf } from '../../host/instance-of.ts'
import type { Trigger } from '../../engine/triggers/schema.ts'
import { makeWebSocket, type EmulatedSocketClass } from './in-process-socket.ts'
import { yieldToTimers } from '../engine/real-time.ts'
import { ended, RunMeter } from '../engine/run-meter.ts'
import type { Limits, Outcome, Client } from '../engine/client.ts'
import { ignoreLateRejections, watchRejections } from '../engine/watch-rejections.ts'

/** Argument of the function under test. */
export interface Run {
  /** Answers from the world of this run. */
  readonly fetch: typeof globalThis.fetch
  /** Opens sockets to the world of this run. */
  readonly WebSocket: EmulatedSocketClass
  readonly baseUrl: string
  readonly realtimeUrl: string
  /** Secret of a key of the world; the first `admin` key by default. */
  readonly apiKey: string
  readonly emulator: Emulator
  /** Aborted when the run is over. */
  readonly signal: AbortSignal
}

export type SubjectFunction = (run: Run) => unknown

/** Connection of a run to its world. */
export interface Reach {
  readonly baseUrl: string
  readonly realtimeUrl: string
  readonly fetch: typeof globalThis.fetch
  /** Runs the subject so that its requests reach this world only. */
  isolated<R>(callback: () => R): R
  /** Ends the connection. */
  leave(): void
}

export type Open = (world: Emulator) => Promise<Reach>

const inProcess = (world: Emulator): Promise<Reach> =>
  Promise.resolve({
    baseUrl: 'http://emulator.test/v1',
    realtimeUrl: 'ws://emulator.test/v1/realtime',
    fetch: world.fetch,
    isolated: (callback) => callback(),
    leave: () => {},
  })

/** Calls after which a subject yields to timers, so that a loop of promises cannot hang the run. */
const CALLS_PER_TURN = 10
/** Turns of the event loop after the end of a subject in which its leftovers may reject. */
const LAST_TURNS = 3

/** An async function as a client: its result is the output, a rejection is a reported failure. */
export function functionSubject(subject: SubjectFunction, apiKey: string, open: Open = inProcess): Client {
  return {
    name: subject.name || 'the subject',
    isInProcess: true,
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
  /**
   * Requests with a signal and their controllers, kept from garbage collection until the run is over: a body may still
   * arrive.
   */
  readonly #held = new Set<unknown>()
  readonly #open = new Set<AbortController>()
  /** True if answers may come after the end of the run. */
  readonly #mayWait: boolean
  #calls = 0

  constructor(world: Emulator, limits: Limits, apiKey: string, reach: Reach) {
    this.#world = world
    this.#meter = new RunMeter(world, limits)
    this.#apiKey = apiKey
    this.#reach = reach
    this.#mayWait = reach.fetch !== world.fetch || mayWait(world)
  }

  async of(subject: SubjectFunction): Promise<Outcome> {
    const rejections = watchRejections()
    const exceeded = this.#meter.exceeded.then((how): Outcome => ({ ...how, output: undefined }))
    const end = await Promise.race([this.#ended(subject), exceeded])
    this.#meter.stop()
    // Leftovers of the subject reject in the next turns.
    for (let turn = 0; turn < LAST_TURNS; turn++) await yieldToTimers()
    this.#over.abort(ended)
    for (const controller of this.#open) controller.abort(ended)
    const unhandled = rejections.stop()
    ignoreLateRejections()
    return unhandled === undefined ? end : { end: 'crashed', output: end.output, said: `unhandled: ${unhandled}` }
  }

  async #ended(subject: SubjectFunction): Promise<Outcome> {
    const run: Run = {
      fetch: (input, init) => this.#fetch(input, init),
      WebSocket: makeWebSocket(this.#world, this.#meter, this.#over.signal),
      baseUrl: this.#reach.baseUrl,
      realtimeUrl: this.#reach.realtimeUrl,
      apiKey: this.#apiKey,
      emulator: this.#world,
      signal: this.#over.signal,
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
    if (this.#over.signal.aborted) throw this.#over.signal.reason
    const own = init?.signal ?? (input instanceof Request ? input.signal : undefined)
    // A signal costs ten times as much as the rest of a request, and an immediate answer needs none.
    if (own == null && !this.#mayWait) return this.#reach.fetch(input, init)
    const request = new Request(input, { ...init, signal: own == null ? this.#over.signal : this.#abortedWith(own) })
    // A request hears of an abort only while it, and the request it was made from, are referenced.
    this.#held.add([input, request])
    return await this.#reach.fetch(request)
  }

  /**
   * Aborts with the run, and with the subject's own signal. `AbortSignal.any` is not used: Node 20 collects its signal
   * while it is waited for.
   */
  #abortedWith(own: AbortSignal): AbortSignal {
    const controller = new AbortController()
    if (this.#over.signal.aborted) controller.abort(this.#over.signal.reason)
    else if (own.aborted) controller.abort(own.reason)
    else own.addEventListener('abort', () => controller.abort(own.reason), { once: true })
    this.#open.add(controller)
    return controller.signal
  }
}

function describeError(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}

/** True if this world may hold back an answer. Over the network any answer may be late. */
function mayWait(world: Emulator): boolean {
  return hostOf(world).world.state.triggers.entries.some(({ trigger }) =>
    [(trigger as unknown as Trigger).do].flat().some((action) => isFault(action) && takesTime(action)),
  )
}
