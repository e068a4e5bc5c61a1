import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import type { Emulator } from '../../host/emulator.ts'
import { wideLimits } from '../engine/client.ts'
import { Deadline } from '../engine/deadline.ts'
import type { Seen, Subject } from '../engine/subject.ts'
import { tryVariants } from '../engine/try-variants.ts'
import { readFailure, type Failure, type ShrinkLimits } from './failure.ts'
import { comparableFailure } from './same-failure.ts'
import type { Size, Small } from './small.ts'

/** Thrown when stopped, or when the budget is used up. */
export class Over extends Error {}

export interface TriesOptions extends ShrinkLimits {
  /** Limit of real time in milliseconds. */
  readonly budgetMs?: number | undefined
  /** False for a world in which the run has no place, such as one without its key: that is not tried. */
  readonly fits?: ((world: Emulator) => boolean) | undefined
  /** Called after each run with the smallest size so far, and the number of runs. */
  readonly onTry?: ((size: Size, tries: number) => void) | undefined
}

/** Runs smaller and smaller scenarios, and keeps the least one that fails in the same way. */
export class Tries {
  readonly #subject: Subject
  readonly #options: TriesOptions & { readonly timeLimitMs: number }
  readonly #first: string
  readonly #deadline: Deadline
  #least: Small
  /** The smallest failing scenario whose world was loaded from its own text. */
  #loaded: Small
  #count = 0
  readonly #others = new Map<string, number>()

  /** @param first the failure of `least` */
  constructor(
    subject: Subject,
    least: Small,
    first: Failure,
    options: TriesOptions & { readonly timeLimitMs: number },
  ) {
    this.#subject = subject
    this.#least = least
    this.#loaded = least
    this.#deadline = new Deadline(options.budgetMs, options.stop)
    this.#first = comparableFailure(first)
    this.#options = options
  }

  /** The least scenario that failed so far. */
  get least(): Small {
    return this.#least
  }

  get count(): number {
    return this.#count
  }

  /** Other failures than the first, with the number of runs that ended so. */
  get others(): ReadonlyMap<string, number> {
    return this.#others
  }

  /**
   * Tries a scenario, and keeps it if it fails like the first. A scenario whose world cannot be built is not kept.
   * Rejects with `Over` when stopped, or when the budget is used up.
   */
  async take(make: () => Small): Promise<boolean> {
    if (this.#deadline.isOver) throw new Over()
    return this.#run(make, this.#deadline)
  }

  /**
   * Checks that the smallest scenario still fails when its world is loaded from its text; else goes back to an earlier
   * one. Ends the work.
   */
  async settle(): Promise<void> {
    this.#deadline.close()
    const { least } = this
    const more = new Deadline(undefined, undefined)
    if (!least.isLoaded && !(await this.#run(() => least.reload(), more))) this.#least = this.#loaded
  }

  async #run(make: () => Small, deadline: Deadline): Promise<boolean> {
    const start = this.#build(make)
    if (start === undefined) return false
    const failure = await this.#try(start, deadline)
    this.#count++
    const isSame = failure !== undefined && comparableFailure(failure) === this.#first
    if (isSame) this.#keep(start)
    else if (failure !== undefined) this.#countOther(comparableFailure(failure))
    this.#options.onTry?.(this.#least.size, this.#count)
    return isSame
  }

  async #try(start: Small, deadline: Deadline): Promise<Failure | undefined> {
    const limits = wideLimits(this.#options.timeLimitMs)
    const variant = { id: `world ${this.#count + 1}`, says: 'a smaller world', statements: [], overlay: { start } }
    const how = { deadline, limits: () => limits, judge: (_: typeof variant, seen: Seen) => readFailure(seen) }
    for await (const event of tryVariants(this.#subject, [variant], how))
      if (event.kind === 'tried') return event.result
    throw new Over()
  }

  /** Undefined if a record or trigger refers to a missing record, or where the run has no place. */
  #build(make: () => Small): Small | undefined {
    try {
      const small = make()
      return this.#options.fits?.(small.open()) === false ? undefined : small
    } catch (error) {
      if (error instanceof EmulatorError) return undefined
      throw error
    }
  }

  #keep(small: Small): void {
    this.#least = small
    if (small.isLoaded) this.#loaded = small
  }

  #countOther(failure: string): void {
    this.#others.set(failure, (this.#others.get(failure) ?? 0) + 1)
  }
}
