import type { Limits } from './client.ts'
import type { Deadline } from './deadline.ts'
import type { Seen } from './subject.ts'
import type { Variant } from './variant.ts'

/** How variants are tried, and how their runs are judged. */
export interface How<V extends Variant, R, S extends Seen = Seen> {
  /** Ends the work: no run begins then, and those under way are ended and show nothing. */
  readonly deadline: Deadline
  /** Runs at the same time; default 1. A function has one at a time, and begins others while it waits. */
  readonly jobs?: number | undefined
  limits(variant: V): Limits
  /** The result of a run. */
  judge(variant: V, seen: S): R | Promise<R>
  /** True if other runs may have changed the result: then it is confirmed by a run alone. */
  isDoubtful?(tried: Shown<V, R, S>, beside: Beside): boolean
  /** Tries several variants in one run. Default: each has a run of its own. */
  readonly grouping?: Grouping<V, S> | undefined
  /** Name of what a result shows. Of doubtful results with one name, one is repeated; all, if that ends otherwise. */
  nameResult?(tried: { readonly variant: V; readonly result: R }): string
  /** Variants that a result gives rise to. */
  more?(tried: { readonly variant: V; readonly result: R }): readonly V[]
  /** True for a variant whose run waits: it begins first where nothing ends the work, because it costs nothing. */
  waits?(variant: V): boolean
  /** Real milliseconds without a call after which a run waits, and another begins. Default: none does. */
  readonly waitsAfterMs?: number | undefined
}

/** How several variants are tried in one run. */
export interface Grouping<V extends Variant, S extends Seen = Seen> {
  /** Variants that run together with the first one, of those that wait. */
  choose(first: V, waiting: readonly V[]): readonly V[]
  /** Splits a run into what it shows of each variant. Others of the group run again, in two smaller ones. */
  split(group: readonly V[], seen: S): ReadonlyMap<V, S>
}

/** Other runs beside a run. */
export interface Beside {
  /** Another run was under way at some time, or another variant was in force. */
  readonly isBeside: boolean
  /** Another run may have changed how this one ended. */
  readonly isDisturbed: boolean
}

/** Result of a run for one of its variants. */
export interface Shown<V, R, S> {
  readonly variant: V
  readonly result: R
  readonly seen: S
}
