import type { Checkpoint } from '../world/history.ts'
import type { Pending } from '../world/tables/pending.ts'

/** Due work, and the world before it. */
export interface DueWork {
  readonly due: Pending
  readonly before: Checkpoint
  /** Number of further pieces without an entry of their own. */
  more: number
}

/**
 * Maximum of entries for due work per move of time: a day with a schedule of one second would otherwise fill the
 * journal.
 */
export const MAX_WORK_ENTRIES = 100

/** Work that is done during one move of time. */
export class DoneWork {
  readonly all: DueWork[] = []

  add(due: Pending, before: () => Checkpoint): void {
    if (this.all.length < MAX_WORK_ENTRIES) this.all.push({ due, before: before(), more: 0 })
    else this.all.at(-1)!.more++
  }
}
