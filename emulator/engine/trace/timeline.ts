import type { Cause } from '../journal/entry.ts'
import type { Checkpoint } from '../world/history.ts'
import type { Pending } from '../world/tables/pending.ts'
import type { DueWork } from './done-work.ts'

/** An exchange, as the tracer sees it. */
export interface TracedExchange {
  readonly traced: Traced | undefined
  readonly wait: { readonly entry: number | undefined } | undefined
  readonly triggered: { readonly early: Marked | undefined; readonly late: Marked | undefined } | undefined
}

/** Changes by triggers, with the world after them if the request was handled after them, else before them. */
interface Marked {
  readonly mark: Checkpoint | undefined
}

/** World before an exchange, and work that fell due because its write moved world time. */
export interface Traced {
  readonly before: Checkpoint
  readonly due: readonly DueWork[]
}

/** Part of the journal that the tracer uses. */
export interface Timeline<E> {
  readonly first: number
  readonly last: number
  /** Records an exchange. Returns the number of its entry. */
  record(exchange: E): number
  amend(number: number, exchange: E): void
  ended(number: number, exchange: E, leftAfter?: number): void
  recordWork(due: Pending, at: number, more: number): void
  recordChange(cause: Cause, at: number, isJump: boolean): void
}
