import { MAX_RETRY_AFTER_MS, readRetryAfter } from '../../engine/checking/retry-after.ts'
import { realTimers } from '../../host/real-timers.ts'
import type { Target as ScenarioTarget } from '../../scenario/targets/target.ts'
import { classifyAnswer } from './classify.ts'
import type { AskedRequest, AskedCall, AskedHttp } from './asked.ts'
import { Health } from './health.ts'
import { failed, type Observation } from './observation.ts'
import { openSocket, type TargetSocket } from './target-socket.ts'

/** The service under test. */
export interface DriftTarget {
  /** Its URL. */
  readonly name: string
  /** Sends a request when the rate allows it. Never rejects: a request that fails is a failed observation. */
  ask(asked: AskedRequest): Promise<Observation>
  /** One sentence, once most of its last answers show that it is ill. */
  readonly ill: string | undefined
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
  readonly wait: (milliseconds: number, signal?: AbortSignal) => Promise<void>
  /** No requests are sent once it is aborted, and those that were are given up. */
  readonly signal: AbortSignal | undefined
}

/** Retries after a 429, or after a 503 that says when. */
const MAX_RATE_RETRIES = 3
/** Repetitions of a 401 before it counts as an answer. */
const CONFIRMATIONS = 2

/** Sends requests through a target of a replay, with a rate and a time limit. Failures become failed observations. */
export class PacedTarget implements DriftTarget {
  readonly name: string
  readonly #reached: Pick<ScenarioTarget, 'name' | 'request' | 'connect'>
  readonly #settings: TargetSettings
  readonly #sockets = new Map<string, Promise<TargetSocket>>()
  readonly #health = new Health()
  #next = -Infinity

  constructor(reached: Pick<ScenarioTarget, 'name' | 'request' | 'connect'>, settings: TargetSettings) {
    this.name = reached.name
    this.#reached = reached
    this.#settings = settings
  }

  get ill(): string | undefined {
    return this.#health.ill
  }

  async ask(asked: AskedRequest): Promise<Observation> {
    const { now, until, wait, signal } = this.#settings
    for (let time = 0; ; time++) {
      const found = await this.#askOnce(asked)
      if (found.kind === 'failed' && found.cause === 'unauthenticated')
        return this.#confirmRefusal(asked as AskedHttp, found)
      const pause = findPause(found, time)
      if (pause === undefined || time === MAX_RATE_RETRIES || this.#isOver() || now() + pause >= until) return found
      await wait(pause, signal)
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
    if (asked.method === 'GET' && asked.path === '/users/me') return refused
    for (let time = 0; time < CONFIRMATIONS; time++) {
      const known = await this.#askOnce(identity(asked))
      if (known.kind !== 'http' || known.status !== 200) return refused
      const again = await this.#askOnce(asked)
      if (again.kind !== 'failed' || again.cause !== 'unauthenticated') return again
      if (time === CONFIRMATIONS - 1) return again.answer ?? refused
    }
    return refused
  }

  async #askOnce(asked: AskedRequest): Promise<Observation> {
    await this.#turn()
    if (this.#isOver()) return failed('budget', 'the time of the run is over')
    const found = asked.via === 'socket' ? await this.#call(asked) : await this.#request(asked)
    if (this.#settings.signal?.aborted === true && found.kind === 'failed')
      return failed('budget', 'the run was stopped')
    this.#health.note(asked, found)
    return found
  }

  async #request({ method, path, headers, body, caller }: AskedHttp): Promise<Observation> {
    const answer = await this.#reached.request({
      method,
      path,
      headers: { ...headers, ...caller.credentials },
      body,
      timeout: this.#limit(),
      signal: this.#settings.signal,
    })
    return classifyAnswer(answer, Object.keys(caller.credentials).length > 0)
  }

  async #call(asked: AskedCall): Promise<Observation> {
    const key = JSON.stringify([asked.caller.credentials, asked.socket])
    let socket = await this.#sockets.get(key)
    if (socket === undefined || !socket.usable) {
      const how = { timeLimit: this.#limit(), timers: realTimers, signal: this.#settings.signal }
      const opened = openSocket(this.#reached, asked.caller.credentials, how)
      this.#sockets.set(key, opened)
      socket = await opened
    }
    return socket.call(asked, this.#limit())
  }

  /** Milliseconds for an answer: no request outlives the run. */
  #limit(): number {
    const { timeLimit, until, now } = this.#settings
    return Math.max(1, Math.min(timeLimit, Math.ceil(until - now())))
  }

  #isOver(): boolean {
    const { signal, now, until } = this.#settings
    return signal?.aborted === true || now() >= until
  }

  /** Waits until the rate allows the next request. */
  async #turn(): Promise<void> {
    const { every, now, wait, signal } = this.#settings
    const from = Math.max(now(), this.#next)
    this.#next = from + every
    if (from > now()) await wait(from - now(), signal)
  }
}

function identity(asked: AskedHttp): AskedHttp {
  return { ...asked, method: 'GET', path: '/users/me', headers: {}, body: undefined }
}

/**
 * Milliseconds to wait before a request is tried again: `Retry-After` of a 429 or 503, a minute at most; without it
 * one, two, four seconds after a 429. Undefined for any other answer.
 */
function findPause(found: Observation, time: number): number | undefined {
  const answer = found.kind === 'failed' ? found.answer : found.kind === 'http' ? found : undefined
  if (answer?.status !== 429 && answer?.status !== 503) return undefined
  const after = readRetryAfter(answer.headers['retry-after'], Date.parse(answer.headers['date'] ?? ''))
  if (after !== undefined) return Math.min(after, MAX_RETRY_AFTER_MS)
  return answer.status === 429 ? 1_000 * 2 ** time : undefined
}
