import type { Seen } from './subject.ts'
import type { Variant } from './variant.ts'

/** The run that others are compared with has ended. */
export interface BaselineEvent {
  readonly kind: 'baseline'
  readonly seen: Seen
  /** Number of variants to try. */
  readonly of: number
}

/** A variant has its result. */
export interface TriedEvent<V extends Variant = Variant, R = unknown> {
  readonly kind: 'tried'
  readonly variant: V
  /** Place of the variant among all, from 0. Runs end in another order than they begin. */
  readonly number: number
  readonly result: R
  /** Number of variants with a result, and of all that are known. */
  readonly done: number
  readonly of: number
}

/** A variant that was not tried to its end. */
export interface SkippedEvent<V extends Variant = Variant> {
  readonly kind: 'skipped'
  readonly variant: V
  readonly number: number
  /** The budget was over; the work was stopped. */
  readonly why: 'budget' | 'stopped'
}

/** Event of `tryVariants`. */
export type TryEvent<V extends Variant = Variant, R = unknown> = TriedEvent<V, R> | SkippedEvent<V>

/** Event of a question, in this order: `began`, `baseline`, then `tried`, `found` and `skipped`, and `ended`. */
export type LabEvent<V extends Variant = Variant, R = unknown> =
  | { readonly kind: 'began'; readonly question: string; readonly subject: string }
  | BaselineEvent
  | TryEvent<V, R>
  | { readonly kind: 'found'; readonly variant: V; readonly result: R }
  | { readonly kind: 'ended'; readonly tried: number; readonly skipped: number; readonly isStopped: boolean }
