import type { Checkpoint } from '../world/history.ts'
import type { Pending } from '../world/tables/pending.ts'
import type { DueWork } from './done-work.ts'

/** An exchange, as the tracer sees it. */
export interface TracedExchange {
  readonly traced: Traced | undefined
}

/** World before an exchange, and work that fell due because its write moved world time. */
export interface Traced {
  readonly before: Checkpoint
  readonly due: readonly DueWork[]
}

/** Part of the journal that the tracer uses. */
export interface Timeline<E> {
  /** Maximum of kept entries. */
  readonly size: number
  readonly first: number
  readonly last: number
  record(exchange: E): void
  recordWork(due: Pending, at: number, more: number): void
}
