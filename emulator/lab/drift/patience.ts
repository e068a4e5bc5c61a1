/** Longest wait for pending work, once time seems to stand still at the target. */
const SHORT_MS = 2_500

/**
 * Decides how long to wait for pending work of the target. If a wait runs out and nothing has ever needed a wait, the
 * target's time seems to stand still, and later waits are short until something arrives after a wait.
 */
export class Patience {
  #isMoving = false
  #ranOut: number | undefined
  #shortened = 0

  /** Longest time for a wait of `within`, in milliseconds. */
  limit(within: number): number {
    return this.#standsStill ? Math.min(within, SHORT_MS) : within
  }

  /** Notes an expected result. Only one that needed a wait shows that time moves. */
  came(waited: number): void {
    if (waited > 0) this.#isMoving = true
  }

  /** Notes that the result of a wait of `within` did not come. */
  ranOut(within: number): void {
    if (this.#standsStill && within > SHORT_MS) this.#shortened++
    this.#ranOut ??= within
  }

  /** A line for the report if time seems to stand still and waits were shortened; else undefined. */
  describe(): string | undefined {
    if (!this.#standsStill || this.#shortened === 0) return undefined
    const waits = this.#shortened === 1 ? '1 later wait' : `${this.#shortened} later waits`
    return `time seems to stand still at the target: pending work did not finish in ${this.#ranOut! / 1_000} s, so ${waits} took ${SHORT_MS / 1_000} s at most`
  }

  get #standsStill(): boolean {
    return this.#ranOut !== undefined && !this.#isMoving
  }
}
