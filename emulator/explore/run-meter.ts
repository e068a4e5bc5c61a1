import type { Emulator } from '../host/emulator.ts'
import { hasFailed } from './failed-call.ts'
import { now, wait } from './real-time.ts'
import type { Limits } from './subject.ts'

/** How a run was ended from outside. */
export interface Exceeded {
  readonly end: 'hung' | 'storm'
  readonly said: string
}

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
  readonly #over = new AbortController()
  readonly #stopListening: () => void
  readonly #failed = new Map<string, number[]>()
  /** Milliseconds without a call. */
  #silentMs = 0
  #calls = 0
  #exceed: (how: Exceeded) => void = () => {}

  constructor(world: Emulator, limits: Limits) {
    this.#limits = limits
    this.exceeded = new Promise((resolve) => {
      this.#exceed = resolve
    })
    this.#stopListening = world.journal.listen((entry) => {
      if (entry.via === 'time' || entry.unit === undefined) return
      if (hasFailed({ error: entry.failure?.code ?? null, response: entry.response ?? null })) this.#noteFailure(entry.unit.id)
    })
    void this.#watchTime()
  }

  /** Counts a call; false where the run may make no more. */
  count(): boolean {
    this.#silentMs = 0
    if (++this.#calls <= this.#limits.calls) return true
    this.#exceed({ end: 'storm', said: `more than ${this.#limits.calls} calls` })
    return false
  }

  stop(): void {
    this.#over.abort(ended)
    this.#stopListening()
  }

  #noteFailure(unit: string): void {
    const limit = this.#limits.failingPerSecond(unit)
    const times = this.#failed.get(unit) ?? []
    this.#failed.set(unit, times)
    times.push(now())
    const [first = 0] = times.splice(0, Math.max(0, times.length - limit))
    if (first > 0 && now() - first < SECOND_MS) this.#exceed({ end: 'storm', said: `more than ${limit} calls of ${unit} within a second, although it fails` })
  }

  /** Time passes in ticks of our own: one that comes late, on a busy machine or behind a client that computes, is no longer than the others. */
  async #watchTime(): Promise<void> {
    const { timeMs, idleMs } = this.#limits
    const tickMs = Math.min(MAX_TICK_MS, idleMs / 10)
    for (let ranMs = 0; ranMs < timeMs && this.#silentMs < idleMs; ranMs += tickMs) {
      await wait(tickMs, this.#over.signal)
      if (this.#over.signal.aborted) return
      this.#silentMs += tickMs
    }
    this.#exceed({ end: 'hung', said: this.#silentMs >= idleMs ? `waits without end: no call for ${Math.round(idleMs)} ms` : `not over after ${Math.round(timeMs)} ms` })
  }
}
