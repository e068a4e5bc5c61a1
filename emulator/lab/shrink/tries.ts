import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import type { Emulator } from '../../host/emulator.ts'
import { now } from '../engine/real-time.ts'
import type { Failing } from './failing.ts'
import { comparableFailure } from './same-failure.ts'
import type { Size, Small } from './small.ts'

/** Thrown when stopped, or when the budget is used up. */
export class Over extends Error {}

export interface TriesOptions {
  /** Ends the work after the current run. */
  readonly stop?: AbortSignal | undefined
  /** Limit of real time in milliseconds. */
  readonly budgetMs?: number | undefined
  /** Called after each run with the smallest size so far, and the number of runs. */
  readonly onTry?: ((size: Size, tries: number) => void) | undefined
}

/** Runs smaller and smaller scenarios, and keeps the least one that fails in the same way. */
export class Tries {
  readonly #failing: Failing
  readonly #options: TriesOptions
  readonly #first: string
  readonly #until: number
  #least: Small
  /** The smallest failing scenario whose world was loaded from its own text. */
  #loaded: Small
  #count = 0
  readonly #others = new Map<string, number>()

  /** @param first the failure of `least` */
  constructor(failing: Failing, least: Small, first: readonly string[], options: TriesOptions = {}) {
    this.#failing = failing
    this.#least = least
    this.#loaded = least
    this.#until = now() + (options.budgetMs ?? Infinity)
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
    if (this.#options.stop?.aborted === true || now() >= this.#until) throw new Over()
    return this.#run(make)
  }

  /**
   * Checks that the smallest scenario still fails when its world is loaded from its text; else goes back to an earlier
   * one.
   */
  async settle(): Promise<void> {
    const { least } = this
    if (!least.isLoaded && !(await this.#run(() => least.reload()))) this.#least = this.#loaded
  }

  async #run(make: () => Small): Promise<boolean> {
    const made = build(make)
    if (made === undefined || this.#failing.fits?.(made.emulator) === false) return false
    const failure = await this.#failing.run(made.emulator, made.small.scenario)
    this.#count++
    const isSame = failure !== undefined && comparableFailure(failure) === this.#first
    if (isSame) this.#keep(made.small)
    else if (failure !== undefined) this.#countOther(comparableFailure(failure))
    this.#options.onTry?.(this.#least.size, this.#count)
    return isSame
  }

  #keep(small: Small): void {
    this.#least = small
    if (small.isLoaded) this.#loaded = small
  }

  #countOther(failure: string): void {
    this.#others.set(failure, (this.#others.get(failure) ?? 0) + 1)
  }
}

/** Builds a scenario and its world; undefined if a record or trigger refers to a missing record. */
function build(make: () => Small): { readonly small: Small; readonly emulator: Emulator } | undefined {
  try {
    const small = make()
    return { small, emulator: small.open() }
  } catch (error) {
    if (error instanceof EmulatorError) return undefined
    throw error
  }
}
