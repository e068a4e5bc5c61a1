import type { Emulator } from '../../host/emulator.ts'
import { hostOf } from '../../host/instance-of.ts'
import { hasFailed } from './failed-call.ts'
import { every, now } from './real-time.ts'
import type { Limits } from './subject.ts'

/** How a run was ended from outside. */
export interface Exceeded {
  readonly end: 'hung' | 'storm'
  readonly said: string
  /** Of a storm: the calls that were made before the one that was too much. */
  readonly calls?: number
}

const SILENCE = 'no call for'

/** Whether a run was ended because it waited without a call. */
export const isSilence = (said: string): boolean => said.startsWith(SILENCE)

const SECOND_MS = 1_000
/** The longest that one tick of the watch is. */
const MAX_TICK_MS = 50

/** One reason for all runs: to make one costs as much as a request. */
export const ended = new DOMException('The run is over.', 'AbortError')

/** Watches what a run asks of its world: how long it is silent, how often it asks, and how fast it repeats what fails. */
export class RunMeter {
  /** Resolves when a limit is exceeded. */
  readonly exceeded: Promise<Exceeded>
  readonly #limits: Limits
  readonly #tickMs: number
  readonly #stopTicks: () => void
  readonly #stopListening: (() => void)[]
  readonly #failed = new Map<string, number[]>()
  #ranMs = 0
  /** Milliseconds without a call. */
  #silentMs = 0
  #calls = 0
  #openings = 0
  #exceed: (how: Exceeded) => void = () => {}

  constructor(world: Emulator, limits: Limits) {
    this.#limits = limits
    this.exceeded = new Promise((resolve) => {
      this.#exceed = resolve
    })
    this.#stopListening = [
      world.journal.listen((entry) => {
        if (entry.via === 'time' || entry.unit === undefined) return
        if (hasFailed({ error: entry.failure?.code ?? null, response: entry.response ?? null }))
          this.#noteFailure(entry.unit.id)
      }),
      // An upgrade stands in no journal.
      hostOf(world).openings.listen(() => {
        this.#openings++
        this.count()
      }),
    ]
    this.#tickMs = Math.min(MAX_TICK_MS, limits.idleMs / 10)
    this.#stopTicks = every(this.#tickMs, () => this.#tick())
  }

  /** Counts a call, or a socket that is opened; false where the run may make no more. */
  count(): boolean {
    this.#silentMs = 0
    this.#calls++
    if (!this.isSpent) return true
    this.#exceed({
      end: 'storm',
      calls: this.#limits.calls,
      said: `more than ${this.#limits.calls} calls${this.#openings > 0 ? ` (${this.#openings} of them openings of sockets)` : ''}`,
    })
    return false
  }

  /** Whether the run made more calls than it may. */
  get isSpent(): boolean {
    return this.#calls > this.#limits.calls
  }

  stop(): void {
    this.#stopTicks()
    for (const stop of this.#stopListening) stop()
  }

  #noteFailure(unit: string): void {
    const limit = this.#limits.failingPerSecond(unit)
    const times = this.#failed.get(unit) ?? []
    this.#failed.set(unit, times)
    times.push(now())
    if (times.length > limit && now() - times.shift()! < SECOND_MS)
      this.#exceed({
        end: 'storm',
        calls: this.#calls - 1,
        said: `more than ${limit} failing calls of ${unit} within a second`,
      })
  }

  /** Time passes in ticks of our own: one that comes late, on a busy machine or behind a client that computes, is no longer than the others. */
  #tick(): void {
    const { timeMs, idleMs } = this.#limits
    this.#ranMs += this.#tickMs
    this.#silentMs += this.#tickMs
    if (this.#ranMs < timeMs && this.#silentMs < idleMs) return
    // A run whose last call came long before its end waits, and does not repeat.
    this.#exceed({
      end: 'hung',
      said:
        this.#silentMs >= Math.min(idleMs, timeMs / 2)
          ? `${SILENCE} ${Math.round(this.#silentMs)} ms`
          : `not over after ${Math.round(timeMs)} ms`,
    })
  }
}
