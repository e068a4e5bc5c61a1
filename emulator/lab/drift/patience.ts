/** The wait for something that takes time, once time seems to stand still at the target. */
const SHORT_MS = 2_500

/**
 * Patience with work of the target that takes time. Once a wait ran out at a target where nothing ever came late, its time seems to stand still,
 * and the waits that follow are short. The first thing that comes late ends that.
 */
export class Patience {
  #isMoving = false
  #ranOut: number | undefined
  #shortened = 0

  /** How long a wait may take that is to take `within`, in milliseconds. */
  limit(within: number): number {
    return this.#standsStill ? Math.min(within, SHORT_MS) : within
  }

  /** Takes note that something came after a wait; nothing is told by what was there at once. */
  came(waited: number): void {
    if (waited > 0) this.#isMoving = true
  }

  /** Takes note that something did not come in the time of a wait that may take `within`. */
  ranOut(within: number): void {
    if (this.#standsStill && within > SHORT_MS) this.#shortened++
    this.#ranOut ??= within
  }

  /** A line about time that seems to stand still; undefined where it moves, or where nothing tells. */
  describe(): string | undefined {
    if (!this.#standsStill || this.#shortened === 0) return undefined
    const waits = this.#shortened === 1 ? '1 later wait' : `${this.#shortened} later waits`
    return `time seems to stand still at the target: what takes time did not come in ${this.#ranOut! / 1_000} s, so ${waits} took ${SHORT_MS / 1_000} s at most`
  }

  get #standsStill(): boolean {
    return this.#ranOut !== undefined && !this.#isMoving
  }
}
