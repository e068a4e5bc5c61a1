import { now, wait } from './real-time.ts'

/** The end of the work: a budget of real time, or a stop from outside. */
export class Deadline {
  /** Aborts when the work is over. */
  readonly signal: AbortSignal
  /** Resolves when the work is over. */
  readonly over: Promise<undefined>
  readonly #until: number
  readonly #stop: AbortSignal | undefined
  readonly #over = new AbortController()
  readonly #closed = new AbortController()
  readonly #end = (): void => this.#over.abort()

  /** @param budgetMs real milliseconds; undefined: no limit */
  constructor(budgetMs: number | undefined, stop: AbortSignal | undefined) {
    this.#until = now() + (budgetMs ?? Infinity)
    this.#stop = stop
    this.signal = this.#over.signal
    this.over = new Promise((resolve) =>
      this.signal.addEventListener('abort', () => resolve(undefined), { once: true }),
    )
    if (stop?.aborted === true) this.#end()
    // No `AbortSignal.any`: Node 20 collects its signal, and the work would never be over.
    stop?.addEventListener('abort', this.#end)
    if (budgetMs !== undefined)
      void wait(budgetMs, this.#closed.signal).then(() => this.#closed.signal.aborted || this.#end())
  }

  /** True once the work is over. */
  get isOver(): boolean {
    // A timer is late where the work computes.
    return this.signal.aborted || now() > this.#until
  }

  get hasBudget(): boolean {
    return this.#until !== Infinity
  }

  get why(): 'budget' | 'stopped' {
    return this.#stop?.aborted === true ? 'stopped' : 'budget'
  }

  /** Forgets the timer. */
  close(): void {
    this.#closed.abort()
    this.#stop?.removeEventListener('abort', this.#end)
  }
}
