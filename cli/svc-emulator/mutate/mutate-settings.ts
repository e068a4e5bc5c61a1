import type { MutationSettings } from '../mutation-flags.ts'

/** Settings from the flags of `mutate`. */
export interface MutateSettings extends MutationSettings {
  readonly program: readonly string[]
  /** Undefined: as many as there are cores, where the tests bear it. */
  readonly jobs: number | undefined
  readonly budgetMs: number | undefined
  readonly timeLimitMs: number | undefined
  readonly timeoutsKill: boolean
  readonly output: string | undefined
}
