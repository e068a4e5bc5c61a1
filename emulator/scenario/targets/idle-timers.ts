import type { Timers } from '../../host/real-timers.ts'

/**
 * Timers without real time: in process, all work runs in microtasks, so the next timer fires as soon as these are done.
 * Replays then neither wait nor depend on the machine's speed.
 */
export class IdleTimers implements Timers {
  now = 0
  #ringing = false
  readonly #waiting = new Set<{ due: number; then: () => void }>()

  after(milliseconds: number, then: () => void): () => void {
    const timer = { due: this.now + milliseconds, then }
    this.#waiting.add(timer)
    this.#schedule()
    return () => this.#waiting.delete(timer)
  }

  #schedule(): void {
    if (this.#ringing) return
    this.#ringing = true
    setTimeout(() => {
      this.#ringing = false
      this.#ring()
    }, 0)
  }

  #ring(): void {
    const [next] = [...this.#waiting].toSorted((a, b) => a.due - b.due)
    if (!next) return
    this.#waiting.delete(next)
    this.now = next.due
    next.then()
    if (this.#waiting.size > 0) this.#schedule()
  }
}
