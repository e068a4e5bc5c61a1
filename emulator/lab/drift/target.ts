import { realTimers } from '../../host/real-timers.ts'
import type { Target as ScenarioTarget } from '../../scenario/targets/target.ts'
import { classifyAnswer } from './classify.ts'
import type { Asked, AskedCall, AskedHttp } from './asked.ts'
import { failed, type HttpObservation, type Observation } from './observation.ts'
import { openSocket, type TargetSocket } from './target-socket.ts'

/** The service under test. */
export interface Target {
  /** Its URL. */
  readonly name: string
  /** Sends a request when the rate allows it. Never rejects: a request that fails is a failed observation. */
  ask(asked: Asked): Promise<Observation>
  close(): void
}

export interface TargetSettings {
  /** Milliseconds between two requests. */
  readonly every: number
  /** Milliseconds for one answer. */
  readonly timeLimit: number
  /** Time at which requests end. */
  readonly until: number
  readonly now: () => number
  readonly wait: (milliseconds: number) => Promise<void>
  /** No requests are sent once it is aborted. */
  readonly signal: AbortSignal | undefined
}

/** Retries after a 429, and the longest `Retry-After` that is followed. */
const MAX_RATE_RETRIES = 3
const MAX_RETRY_AFTER_MS = 10_000
/** Repetitions of a 401 before it counts as an answer. */
const CONFIRMATIONS = 2

/** Sends requests through a target of a replay, with a rate and a time limit. Failures become failed observations. */
export class PacedTarget implements Target {
  readonly name: string
  readonly #reached: Pick<ScenarioTarget, 'name' | 'request' | 'connect'>
  readonly #settings: TargetSettings
  readonly #sockets = new Map<string, Promise<TargetSocket>>()
  #next = -Infinity

  constructor(reached: Pick<ScenarioTarget, 'name' | 'request' | 'connect'>, settings: TargetSettings) {
    this.name = reached.name
    this.#reached = reached
    this.#settings = settings
  }

  async ask(asked: Asked): Promise<Observation> {
    for (let time = 0; ; time++) {
      const found = await this.#askOnce(asked)
      if (found.kind !== 'failed') return found
      if (found.cause === 'unauthenticated') return this.#confirmRefusal(asked as AskedHttp, found)
      if (found.cause !== 'rate limit' || time === MAX_RATE_RETRIES || this.#isOver()) return found
      await this.#settings.wait(retryAfter(found.answer, time))
    }
  }

  close(): void {
    for (const opened of this.#sockets.values()) void opened.then((socket) => socket.close())
    this.#sockets.clear()
  }

  /**
   * Repeats a 401. It counts as an answer if the service accepts the key for `/users/me` and refuses the request again.
   */
  async #confirmRefusal(asked: AskedHttp, refused: Observation): Promise<Observation> {
    for (let time = 0; time < CONFIRMATIONS; time++) {
      const known = await this.#askOnce(identity(asked))
      if (known.kind !== 'http' || known.status !== 200) return refused
      const again = await this.#askOnce(asked)
      if (again.kind !== 'failed' || again.cause !== 'unauthenticated') return again
      if (time === CONFIRMATIONS - 1) return again.answer ?? refused
    }
    return refused
  }

  async #askOnce(asked: Asked): Promise<Observation> {
    await this.#turn()
    if (this.#isOver()) return failed('budget', 'the time of the run is over')
    if (asked.via === 'socket') return this.#call(asked)
    const { method, path, headers, body, caller } = asked
    const answer = await this.#reached.request({
      method,
      path,
      headers: { ...headers, ...caller.credentials },
      body,
      timeout: this.#settings.timeLimit,
    })
    return classifyAnswer(answer, Object.keys(caller.credentials).length > 0)
  }

  async #call(asked: AskedCall): Promise<Observation> {
    const key = JSON.stringify([asked.caller.credentials, asked.socket])
    let socket = await this.#sockets.get(key)
    if (socket === undefined || !socket.usable) {
      const opened = openSocket(this.#reached, asked.caller.credentials, this.#settings.timeLimit, realTimers)
      this.#sockets.set(key, opened)
      socket = await opened
    }
    return socket.call(asked)
  }

  #isOver(): boolean {
    const { signal, now, until } = this.#settings
    return signal?.aborted === true || now() >= until
  }

  /** Waits until the rate allows the next request. */
  async #turn(): Promise<void> {
    const { every, now, wait } = this.#settings
    const from = Math.max(now(), this.#next)
    this.#next = from + every
    if (from > now()) await wait(from - now())
  }
}

function identity(asked: AskedHttp): AskedHttp {
  return { ...asked, method: 'GET', path: '/users/me', headers: {}, body: undefined }
}

/** Milliseconds to wait after a 429: `Retry-After`, or one, two, four seconds. */
function retryAfter(answer: HttpObservation | undefined, time: number): number {
  const seconds = Number(answer?.headers['retry-after'] ?? NaN)
  return Number.isFinite(seconds) ? Math.min(seconds * 1_000, MAX_RETRY_AFTER_MS) : 1_000 * 2 ** time
}
