import type { Emulator } from '../../host/emulator.ts'
import { isExchange } from '../../engine/journal/entry.ts'
import { hostOf } from '../../host/instance-of.ts'
import { hasFailed } from './failed-call.ts'
import { every, now } from './real-time.ts'
import type { Waiting } from './slots.ts'
import type { Limits } from './client.ts'

/** Limit by which a run was ended. */
interface Exceeded {
  readonly end: 'hung' | 'storm'
  readonly said: string
  /** For a storm: number of calls within the limit. */
  readonly calls?: number
}

const SILENCE = 'no call for'

/** True if a run was ended because it made no call for too long. */
export const isSilence = (said: string): boolean => said.startsWith(SILENCE)

const SECOND_MS = 1_000
/** Maximum length of a tick in milliseconds. */
const MAX_TICK_MS = 50

/** Looks without a call after which a run waits. */
const LOOKS = 3

/** Shared by all runs: creating an error costs as much as a request. */
export const ended = new DOMException('The run is over.', 'AbortError')

/** Watches the requests of a run: its silence, its number of calls, and its rate of failing calls. */
export class RunMeter {
  /** Resolves when a limit is exceeded. */
  readonly exceeded: Promise<Exceeded>
  readonly #limits: Limits
  readonly #tickMs: number
  readonly #stopTicks: () => void
  #stopLooking: () => void = () => {}
  #isWaiting = false
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
        if (!isExchange(entry) || entry.unit === undefined) return
        if (hasFailed({ error: entry.failure?.code ?? null, response: entry.response ?? null }))
          this.#noteFailure(entry.unit.id)
      }),
      // Upgrades are not in the journal.
      hostOf(world).openings.listen(() => {
        this.#openings++
        this.count()
      }),
    ]
    this.#tickMs = Math.min(MAX_TICK_MS, limits.idleMs / 10)
    this.#stopTicks = every(this.#tickMs, () => this.#tick())
    const said = 'all repeat calls with equal answers, and nothing that is due changes them'
    limits.hang?.addEventListener('abort', () => this.#exceed({ end: 'hung', said }))
    if (limits.waiting !== undefined) this.#lookForSilence(limits.waiting)
  }

  /**
   * Reports that the run waits after some looks without a call. A look that is late because the client computes counts
   * once.
   */
  #lookForSilence(waiting: Waiting): void {
    let calls = this.#calls
    let silent = 0
    this.#stopLooking = every(waiting.afterMs / LOOKS, () => {
      silent = calls === this.#calls ? silent + 1 : 0
      calls = this.#calls
      if (calls === 0 || silent < LOOKS) return
      this.#stopLooking()
      this.#isWaiting = true
      waiting.waits()
    })
  }

  /** Counts a call or an opened socket. Returns false if no more is allowed. */
  count(): boolean {
    this.#silentMs = 0
    this.#calls++
    if (this.#isWaiting) this.#wake(this.#limits.waiting!)
    if (!this.isSpent) return true
    this.#exceed({
      end: 'storm',
      calls: this.#limits.calls,
      said: `more than ${this.#limits.calls} calls${this.#openings > 0 ? ` (${this.#openings} of them openings of sockets)` : ''}`,
    })
    return false
  }

  #wake(waiting: Waiting): void {
    this.#isWaiting = false
    waiting.wakes()
    this.#lookForSilence(waiting)
  }

  /** True if the run exceeded its number of calls. */
  get isSpent(): boolean {
    return this.#calls > this.#limits.calls
  }

  stop(): void {
    this.#stopTicks()
    this.#stopLooking()
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

  /**
   * Measures time in ticks: a late tick, on a busy machine or after a long computation of the client, counts no more
   * than the others.
   */
  #tick(): void {
    const { timeMs, idleMs } = this.#limits
    this.#ranMs += this.#tickMs
    this.#silentMs += this.#tickMs
    if (this.#ranMs < timeMs && this.#silentMs < idleMs) return
    // A run whose last call was long ago waits; it does not repeat.
    this.#exceed({
      end: 'hung',
      said:
        this.#silentMs >= Math.min(idleMs, timeMs / 2)
          ? `${SILENCE} ${Math.round(this.#silentMs)} ms`
          : `not over after ${Math.round(timeMs)} ms`,
    })
  }
}
