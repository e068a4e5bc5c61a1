/** Makes one call at a time. Of those that are asked for meanwhile, the last one follows. */
export class LatestCall<T> {
  readonly #answered: (value: T) => void
  readonly #failed: (error: Error) => void
  #isUnderWay = false
  #isOver = false
  #next: (() => Promise<T>) | undefined

  constructor(answered: (value: T) => void, failed: (error: Error) => void) {
    this.#answered = answered
    this.#failed = failed
  }

  async ask(call: () => Promise<T>): Promise<void> {
    this.#next = call
    if (this.#isUnderWay) return
    this.#isUnderWay = true
    while (this.#next !== undefined && !this.#isOver) {
      const now = this.#next
      this.#next = undefined
      await this.#make(now)
    }
    this.#isUnderWay = false
  }

  /** Makes no further call, and drops the answer of the one that is under way. */
  stop(): void {
    this.#isOver = true
  }

  async #make(call: () => Promise<T>): Promise<void> {
    try {
      const value = await call()
      if (!this.#isOver) this.#answered(value)
    } catch (error) {
      if (!this.#isOver) this.#failed(error as Error)
    }
  }
}
