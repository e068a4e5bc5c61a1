import type { Read } from '../engine/world/watched-collection.ts'
import type { StateChange } from '../engine/world/world-state.ts'

/** One step of a run: a copy makes its next call. */
export interface Step {
  /** Place of the copy, from 0. */
  readonly copy: number
  /** Copies that waited with a call. */
  readonly ready: readonly number[]
  readonly touched: Touched
}

/** Chooses the copy whose call is let go; notified of what the call touched. */
export interface Chooser {
  /** Prepares a run, also the same one again. */
  begin(): void
  choose(ready: readonly number[]): number
  did(step: Step): void
}

/** Records that a step of a run read and wrote. */
export interface Touched {
  readonly reads: readonly Read[]
  readonly writes: readonly StateChange[]
  /** True for a step that any other may depend on: triggers count its calls. */
  readonly isEverything: boolean
}

/** Follows a list of copies; after its end, or where a copy does not wait, goes on with the same or the first. */
export class Followed implements Chooser {
  readonly #list: readonly number[]
  #place = 0
  #last = 0
  #hasLeft = false

  constructor(list: readonly number[]) {
    this.#list = list
  }

  /** True if the run made its calls in this order, to the end of the list. */
  get isKept(): boolean {
    return !this.#hasLeft && this.#place >= this.#list.length
  }

  begin(): void {
    this.#place = this.#last = 0
    this.#hasLeft = false
  }

  choose(ready: readonly number[]): number {
    const wanted = this.#list[this.#place++] ?? this.#last
    if (!ready.includes(wanted) && this.#place <= this.#list.length) this.#hasLeft = true
    return (this.#last = ready.includes(wanted) ? wanted : ready[0]!)
  }

  did(): void {}
}
