/** Milliseconds between two ticks of a meter that someone keeps going. */
export const TICK_MS = 100

/** How long nobody was served: the longest that a tick came late, because something else had the thread. */
export class StallMeter {
  #last: number | undefined
  #longest = 0

  /** `now`: real milliseconds of a stopwatch. To be called every `TICK_MS`. */
  tick(now: number): void {
    if (this.#last !== undefined) this.#longest = Math.max(this.#longest, now - this.#last - TICK_MS)
    this.#last = now
  }

  /** Milliseconds, 0 where nobody ticks. `now` counts what lasts still. */
  longest(now: number): number {
    return this.#last === undefined ? 0 : Math.max(0, Math.round(Math.max(this.#longest, now - this.#last - TICK_MS)))
  }
}
