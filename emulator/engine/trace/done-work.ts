import type { Checkpoint } from '../world/history.ts'
import type { Pending } from '../world/tables/pending.ts'

/** Work that fell due, and the world before it was done. */
export interface DueWork {
  readonly due: Pending
  readonly before: Checkpoint
  /** Further pieces that are told with this one. */
  more: number
}

/** Pieces of work that have an entry each when time moves once: a day of a schedule of one second would leave nothing else in the journal. */
export const MAX_WORK_ENTRIES = 100

/** Work that is done while time moves once. */
export class DoneWork {
  readonly all: DueWork[] = []

  add(due: Pending, before: () => Checkpoint): void {
    if (this.all.length < MAX_WORK_ENTRIES) this.all.push({ due, before: before(), more: 0 })
    else this.all.at(-1)!.more++
  }
}
