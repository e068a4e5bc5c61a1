import type { Mark } from '../world/history.ts'
import type { Pending } from '../world/tables/pending.ts'

/** Work that fell due, and the world before it was done. */
export interface DueWork {
  readonly due: Pending
  readonly before: Mark
  /** Further pieces that are told with this one. */
  more: number
}

/** Pieces of work that have an entry each when time moves once: a day of a schedule of one second would leave nothing else in the journal. */
export const MAX_WORK_ENTRIES = 100

/** What was done while time moves once, in parts or in one go. */
export class DoneWork {
  #done: DueWork[] = []
  #left = MAX_WORK_ENTRIES

  add(due: Pending, before: () => Mark): void {
    if (this.#done.length < Math.max(this.#left, 1)) this.#done.push({ due, before: before(), more: 0 })
    else this.#done.at(-1)!.more++
  }

  /** What was added since the last time. */
  take(): DueWork[] {
    const done = this.#done
    this.#done = []
    this.#left -= done.length
    return done
  }
}
