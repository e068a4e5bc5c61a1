import { NOTHING_BROKEN } from '../../../contract/mutation.ts'
import type { TryEnd } from './plan.ts'

/** How one run of a test ended. */
export interface TryResult {
  readonly isFailed: boolean
  /** The test did not end within its own time limit: what it started may still go on. */
  readonly isLate: boolean
  /** An answer was broken. */
  readonly isCarriedOut: boolean
  readonly said: string
}

/** Called with each decided try. */
interface TryEvents {
  start(mutant: string): void
  ended(mutant: string, end: TryEnd, said: string): void
  /** The test fails unbroken after a try. */
  dirty(): void
  /** No later try of its file can be trusted. */
  over(): void
}

/** Most runs of a test that tries of so many mutants take. */
export const maxRuns = (mutants: number): number => 4 * mutants + 3

/**
 * Runs of one test with one mutant after another. A run that fails counts only right after one that passed with nothing
 * broken: what fails otherwise is tried again, because the mutant before it may have left something behind.
 */
export class Tries {
  readonly #queue: string[]
  readonly #events: TryEvents
  #now: string | undefined
  /** The run before this one passed with nothing broken. */
  #isClean = false
  #isOver = false

  constructor(mutants: readonly string[], events: TryEvents) {
    this.#queue = [...mutants]
    this.#events = events
  }

  /** The mutant of the next run; undefined when there is none. Takes how the run before it ended. */
  next(last: TryResult | undefined): string | undefined {
    if (last !== undefined) this.#judge(this.#now!, last)
    if (this.#isOver) return undefined
    return (this.#now = this.#choose(last))
  }

  #choose(last: TryResult | undefined): string | undefined {
    const mutant = this.#queue[0]
    const isFresh = last === undefined || last.isFailed
    if (mutant === undefined && this.#isClean) return undefined
    if (mutant === undefined || isFresh) return NOTHING_BROKEN
    this.#events.start(mutant)
    return mutant
  }

  #judge(mutant: string, { isFailed, isLate, isCarriedOut, said }: TryResult): void {
    if (mutant === NOTHING_BROKEN) {
      this.#isClean = !isFailed
      if (!isFailed) return
      this.#events.dirty()
      this.#end()
      return
    }
    const wasClean = this.#isClean
    this.#isClean = false
    if (isFailed && !wasClean && !isLate) return
    this.#queue.shift()
    if (!isFailed) this.#events.ended(mutant, isCarriedOut ? 'passed' : 'idle', said)
    else this.#events.ended(mutant, wasClean ? (isCarriedOut ? 'killed' : 'idle') : 'late', said)
    if (isLate) this.#end()
  }

  #end(): void {
    this.#isOver = true
    this.#events.over()
  }
}
